//! What a project decides of its files: levels of lints, and the layout.

use tablewright::inspect::lint::{self, Lint, LintLevels};
use tablewright::syntax::format::LayoutOptions;

/// The lints that the server runs, and where the settings of projects come from.
#[derive(Clone)]
pub struct ProjectRules {
    /// The lints there are.
    pub lints: Vec<&'static Lint>,
    /// The levels of lints for a main file, as its settings file says.
    pub levels: fn(main: &str) -> LintLevels,
    /// The layout of a file, as its settings file says; why that cannot be read is an error.
    pub layout: fn(file: &str) -> Result<LayoutOptions, String>,
}

impl Default for ProjectRules {
    fn default() -> ProjectRules {
        ProjectRules {
            lints: lint::LINTS.to_vec(),
            levels: |_| LintLevels::new(),
            layout: |_| Ok(LayoutOptions::default()),
        }
    }
}
