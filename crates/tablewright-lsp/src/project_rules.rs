//! Project settings from the server's host: lints with levels, layout, and documents about records.

use tablewright_inspect::lint::{self, Lint, LintLevels};
use tablewright_records::{Record, RecordStore};
use tablewright_syntax::format::LayoutOptions;

/// Lints, and functions that read project settings.
#[derive(Clone)]
pub struct ProjectRules {
    /// All available lints.
    pub lints: Vec<&'static Lint>,
    /// Returns the lint levels for a main file from its settings file.
    pub levels: fn(main: &str) -> LintLevels,
    /// Returns the layout for a file from its settings file, or an error message.
    pub layout: fn(file: &str) -> Result<LayoutOptions, String>,
    /// All available documents about records.
    pub documents: Vec<RecordDocument>,
}

/// A text about a record that an editor shows as a document, for example its encoding.
#[derive(Clone)]
pub struct RecordDocument {
    /// The kind in URIs: `encoding`.
    pub kind: &'static str,
    /// The kind for people: `Encoding`.
    pub title: &'static str,
    /// Whether the document exists for a record. It is called for many records and should be fast.
    pub applies: fn(Record<'_>) -> bool,
    /// Returns the text for the record `name`, or an error message.
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
