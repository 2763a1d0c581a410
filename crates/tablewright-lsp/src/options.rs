//! Options from the server's host.

use tablewright_backend::Backend;
use tablewright_records::Release;
use tablewright_session::Session;

use crate::project_rules::ProjectRules;

/// Options from the server's host.
#[derive(Clone, Default)]
pub struct ServerOptions {
    /// Project lints, layout and documents.
    pub rules: ProjectRules,
    /// Programs whose actions a client can run.
    pub programs: Vec<ServerProgram>,
    /// Resource limits, and files in memory.
    pub session: Session,
}

/// A program such as `llvm-tblgen`, with its actions.
#[derive(Clone, Copy, Debug)]
pub struct ServerProgram {
    /// The program's name.
    pub name: &'static str,
    /// Returns the actions in a release, in the order of `--help`.
    pub backends: fn(Release) -> Vec<&'static Backend>,
}
