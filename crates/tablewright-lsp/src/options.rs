//! What a host of the server chooses.

use tablewright::backend::Backend;
use tablewright::{Release, Session};

use crate::project_rules::ProjectRules;

/// What a host of the server chooses.
#[derive(Clone, Default)]
pub struct ServerOptions {
    /// Lints, layout and documents of the project.
    pub rules: ProjectRules,
    /// The programs whose actions a client can run.
    pub programs: Vec<ServerProgram>,
    /// The limits with which descriptions are read, and files in memory.
    pub session: Session,
}

/// A program such as `llvm-tblgen`, with its actions.
#[derive(Clone, Copy, Debug)]
pub struct ServerProgram {
    /// Its name.
    pub name: &'static str,
    /// Its actions in a release, in the order of `--help`.
    pub backends: fn(Release) -> Vec<&'static Backend>,
}
