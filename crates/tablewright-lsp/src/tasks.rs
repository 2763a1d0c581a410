//! Tasks that take long: evaluations, lints and documents about records. The server says which task is to be run. The
//! program runs it on a thread of its own; the playground, which has no threads, runs it between messages.

use std::sync::Arc;

use lsp_server::RequestId;
use tablewright::RecordStore;
use tablewright::inspect::lint::Finding;

use crate::analysis::{Analysis, AnalysisJob};
use crate::project_rules::ProjectRules;

/// Something to run.
pub(crate) enum Task {
    Evaluate(Box<AnalysisJob>),
    Lint {
        analysis: Arc<Analysis>,
        rules: ProjectRules,
        macros: Vec<String>,
    },
    /// The text of a document, for a request.
    Document {
        request: RequestId,
        document: DocumentTask,
    },
}

/// A document about a record whose text takes long.
pub(crate) struct DocumentTask {
    pub(crate) analysis: Arc<Analysis>,
    pub(crate) text: fn(&RecordStore, &str) -> Result<String, String>,
    /// The name of the record.
    pub(crate) record: String,
}

/// What came of a task.
pub(crate) enum TaskResult {
    /// The statements that were edited are evaluated, and the task goes on with those after them. The analysis has
    /// diagnostics and no records.
    EditEvaluated(Box<Analysis>),
    /// An evaluation is done, or was stopped.
    Evaluated(Option<Box<Analysis>>),
    /// Lints ran over the evaluation.
    Linted(Arc<Analysis>, Vec<Finding>),
    /// The text of a document is there, or why it is not.
    Document(RequestId, Result<String, String>),
}

/// Takes what a task has found before it is done, on the thread of the task.
pub(crate) type EarlyResults = Arc<dyn Fn(TaskResult) + Send + Sync>;

impl Task {
    pub(crate) fn run(self) -> TaskResult {
        match self {
            Task::Evaluate(job) => TaskResult::Evaluated(job.run().map(Box::new)),
            Task::Lint { analysis, rules, macros } => {
                let findings = analysis.lint(&rules, &macros);
                TaskResult::Linted(analysis, findings)
            }
            Task::Document { request, document } => {
                let DocumentTask { analysis, text, record } = document;
                TaskResult::Document(request, text(&analysis.store, &record))
            }
        }
    }
}
