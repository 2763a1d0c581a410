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
pub(crate) enum FinishedTask {
    /// An evaluation is done, or was stopped.
    Evaluated(Option<Box<Analysis>>),
    /// Lints ran over the evaluation.
    Linted(Arc<Analysis>, Vec<Finding>),
}

impl Task {
    pub(crate) fn run(self) -> FinishedTask {
        match self {
            Task::Evaluate(job) => FinishedTask::Evaluated(job.run().map(Box::new)),
            Task::Lint { analysis, rules, macros } => {
                let findings = analysis.lint(&rules, &macros);
                FinishedTask::Linted(analysis, findings)
            }
        }
    }
}
