//! What takes long: evaluations and lints. The server says what is to be run; its transport runs it, on a thread or
//! between messages.

use std::sync::Arc;

use tablewright::inspect::lint::Finding;

use crate::analysis::{Analysis, AnalysisJob};
use crate::project_rules::ProjectRules;

/// Something to run.
pub(crate) enum Task {
    Evaluate(Box<AnalysisJob>),
    Lint { analysis: Arc<Analysis>, rules: ProjectRules, macros: Vec<String> },
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
        }
    }
}
