//! Descriptions as text.

use tablewright_records::{LoadOptions, RecordStore, Release, load};
use tablewright_syntax::diagnostic::{Diagnostic, Severity};
use tablewright_syntax::{FileProvider, IncludedFile};

/// A description written in a test, with the files that it includes.
///
/// Its release is 19 unless the test sets another.
pub struct Description<'t> {
    name: Option<&'t str>,
    text: String,
    files: Vec<(&'t str, &'t str, &'t str)>,
    options: LoadOptions,
}

impl<'t> Description<'t> {
    /// Creates a description without includes, in the file `test.td`.
    pub fn new(text: impl Into<String>) -> Description<'t> {
        let release = Some(Release::new(19));
        let options = LoadOptions { release, ..LoadOptions::default() };
        Description { name: None, text: text.into(), files: Vec::new(), options }
    }

    /// Sets the name of the file.
    pub fn named(mut self, name: &'t str) -> Description<'t> {
        self.name = Some(name);
        self
    }

    /// Sets the LLVM release.
    pub fn for_release(mut self, release: Release) -> Description<'t> {
        self.options.release = Some(release);
        self
    }

    /// Records a trace of evaluation.
    pub fn traced(mut self) -> Description<'t> {
        self.options.trace = true;
        self
    }

    /// Adds a file that `include "path"` finds under `name`.
    pub fn with_file(mut self, path: &'t str, name: &'t str, text: &'t str) -> Description<'t> {
        self.files.push((path, name, text));
        self
    }

    /// Loads the description and returns its records.
    ///
    /// # Panics
    /// If the description has errors; the test then fails with their messages.
    pub fn store(mut self) -> RecordStore {
        let name = self.name.unwrap_or("test.td").to_owned();
        let text = std::mem::take(&mut self.text);
        let options = std::mem::take(&mut self.options);
        let loaded = load(name, text, &mut self, &options);
        let is_error = |diagnostic: &&Diagnostic| diagnostic.severity == Severity::Error;
        let errors: Vec<&Diagnostic> = loaded.diagnostics.iter().filter(is_error).collect();
        assert!(errors.is_empty(), "{errors:?}");
        loaded.into_store()
    }
}

impl FileProvider for Description<'_> {
    fn include(&mut self, path: &str) -> Option<IncludedFile> {
        let &(_, name, text) = self.files.iter().find(|(included, _, _)| *included == path)?;
        Some(IncludedFile { name: name.into(), text: text.to_owned() })
    }
}

/// Loads a description without includes and returns its records.
///
/// # Panics
/// If the description has errors; the test then fails with their messages.
pub fn store_of(text: &str) -> RecordStore {
    Description::new(text).store()
}
