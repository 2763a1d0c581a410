//! Helpers shared by this crate's tests.

use tablewright_syntax::diagnostic::{Diagnostic, Severity};
use tablewright_syntax::source::Pos;
use tablewright_syntax::{FileProvider, IncludedFile};

use crate::field_error::FieldError;
use crate::load::load;
use crate::loaded::Loaded;
use crate::options::{CompileMode, LoadOptions};
use crate::store::RecordStore;

struct NoFiles;

impl FileProvider for NoFiles {
    fn include(&mut self, _path: &str) -> Option<IncludedFile> {
        None
    }
}

/// Loads a text without included files.
pub(crate) fn load_text(text: &str, options: &LoadOptions) -> Loaded {
    load("test.td".into(), text.into(), &mut NoFiles, options)
}

/// Returns the records in a text without errors.
pub(crate) fn store_of(text: &str) -> RecordStore {
    let loaded = load_text(text, &LoadOptions::default());
    let errors: Vec<&Diagnostic> =
        loaded.diagnostics.iter().filter(|d| d.severity == Severity::Error).collect();
    assert!(errors.is_empty(), "{errors:?}");
    loaded.into_store()
}

/// Loads a text. Returns the diagnostics, then the records by name, each in a line.
pub(crate) fn printed(text: &str, compile: CompileMode) -> String {
    let options = LoadOptions { compile, ..LoadOptions::default() };
    let Loaded { store, diagnostics, .. } = load_text(text, &options);
    let mut out = String::new();
    for diagnostic in &diagnostics {
        out.push_str(&shown_diagnostic(&store, diagnostic));
    }
    for record in store.records() {
        out.push_str(record.name());
        out.push_str(" {");
        for field in record.fields() {
            out.push(' ');
            store.write_field(&mut out, &field);
            out.push(';');
        }
        out.push_str(" }\n");
    }
    out
}

/// Returns an error as `line:column: message`, with its notes.
pub(crate) fn shown(store: &RecordStore, error: FieldError) -> String {
    shown_diagnostic(store, &Diagnostic::from(error))
}

/// Returns a diagnostic as `line:column: message`, with its notes.
pub(crate) fn shown_diagnostic(store: &RecordStore, diagnostic: &Diagnostic) -> String {
    let place = |pos: Option<Pos>| {
        pos.map_or(String::new(), |pos| {
            let at = store.sources().line_column(pos);
            format!("{}:{}: ", at.line, at.column)
        })
    };
    let mut text = format!("{}{}\n", place(diagnostic.pos()), diagnostic.message);
    for note in &diagnostic.notes {
        text.push_str(&format!("{}{}\n", place(note.pos), note.message));
    }
    text
}
