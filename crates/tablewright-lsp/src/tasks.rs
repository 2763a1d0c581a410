//! Long-running tasks: evaluations, lints and documents about records. The server returns tasks to
//! run. The program runs them on threads; the playground, which does not have threads, runs them
//! between messages.

use std::sync::Arc;

use lsp_server::RequestId;
use serde_json::Value;
use tablewright_inspect::lint::Finding;
use tablewright_records::RecordStore;

use crate::analysis::{AnalysisJob, DocumentAnalysis, Evaluation};
use crate::project_rules::ProjectRules;
use crate::search::NameSearch;

/// A task to run.
pub(crate) enum ServerTask {
    Evaluate(Box<AnalysisJob>),
    Lint {
        analysis: Arc<DocumentAnalysis>,
        rules: ProjectRules,
        macros: Vec<String>,
    },
    /// Sorts the records of an evaluation, which the next request would have to wait for.
    Prepare(Arc<DocumentAnalysis>),
    /// Computes the text of a document for a request.
    Document {
        request: RequestId,
        document: DocumentTask,
    },
    /// Searches all main files for a name.
    Search {
        request: RequestId,
        search: Box<NameSearch>,
    },
}

/// A document about a record whose text takes long to compute.
pub(crate) struct DocumentTask {
    pub(crate) analysis: Arc<DocumentAnalysis>,
    pub(crate) text: fn(&RecordStore, &str) -> Result<String, String>,
    /// The record's name.
    pub(crate) record: String,
}

/// A task's result.
pub(crate) enum TaskResult {
    /// The edited statements are evaluated, and the task continues with later statements. The
    /// analysis contains diagnostics but not records.
    EditEvaluated(Box<DocumentAnalysis>),
    /// An evaluation is finished; `None` if it was stopped.
    Evaluated(Option<Box<Evaluation>>),
    /// The findings of the lints in an evaluation.
    Linted(Arc<DocumentAnalysis>, Vec<Finding>),
    Prepared,
    /// A document's text, or an error message.
    Document(RequestId, Result<String, String>),
    /// The main file's number in a search, and the number of main files.
    SearchProgress(RequestId, usize, usize),
    /// A search's result, or an error message.
    Searched(RequestId, Result<Value, String>),
}

/// Receives an early result on the task's thread.
pub(crate) type EarlyResults = Arc<dyn Fn(TaskResult) + Send + Sync>;

impl ServerTask {
    pub(crate) fn run(self) -> TaskResult {
        match self {
            ServerTask::Evaluate(job) => TaskResult::Evaluated(job.run().map(Box::new)),
            ServerTask::Lint { analysis, rules, macros } => {
                let findings = analysis.lint(&rules, &macros);
                TaskResult::Linted(analysis, findings)
            }
            ServerTask::Prepare(analysis) => {
                analysis.prepare();
                TaskResult::Prepared
            }
            ServerTask::Document { request, document } => {
                let DocumentTask { analysis, text, record } = document;
                TaskResult::Document(request, text(&analysis.store, &record))
            }
            ServerTask::Search { request, search } => TaskResult::Searched(request, search.run()),
        }
    }
}
