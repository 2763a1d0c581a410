//! What the program that runs the server decides: lints and their levels, the layout, documents about records.

use tablewright::inspect::lint::{self, Lint, LintLevels};
use tablewright::syntax::format::LayoutOptions;
use tablewright::{Record, RecordStore};

/// The lints that the server runs, and where the settings of projects come from.
#[derive(Clone)]
pub struct ProjectRules {
    /// The lints there are.
    pub lints: Vec<&'static Lint>,
    /// The levels of lints for a main file, as its settings file says.
    pub levels: fn(main: &str) -> LintLevels,
    /// The layout of a file, as its settings file says; why that cannot be read is an error.
    pub layout: fn(file: &str) -> Result<LayoutOptions, String>,
    /// The documents about records that there are.
    pub documents: Vec<RecordDocument>,
}

/// A text about a record that an editor shows as a document, such as its encoding.
#[derive(Clone)]
pub struct RecordDocument {
    /// What names such documents in URIs: `encoding`.
    pub kind: &'static str,
    /// What names them for people: `Encoding`.
    pub title: &'static str,
    /// Whether there is such a document about a record. It is called for many records, so it is fast.
    pub applies: fn(Record<'_>) -> bool,
    /// The text about the record of a name, or why there is none.
    pub text: fn(store: &RecordStore, name: &str) -> Result<String, String>,
}

impl Default for ProjectRules {
    fn default() -> ProjectRules {
        ProjectRules {
            lints: lint::LINTS.to_vec(),
            levels: |_| LintLevels::new(),
            layout: |_| Ok(LayoutOptions::default()),
            documents: Vec::new(),
        }
    }
}
