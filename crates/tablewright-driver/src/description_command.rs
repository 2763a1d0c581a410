//! The interface for commands that show a part of one description.

use tablewright_backend::Failure;
use tablewright_records::{Analysis, AnalysisError, RecordStore};
use tablewright_syntax::diagnostic::{Diagnostic, Diagnostics};
use tablewright_syntax::source::SourceMap;

/// A command that shows a part of a description, with the arguments that select the part.
pub trait DescriptionCommand: Sync {
    /// Returns the command's name.
    fn name(&self) -> &'static str;

    /// Whether the description is read with a trace of its evaluation.
    fn needs_trace(&self) -> bool {
        false
    }

    /// Whether reads from the description are recorded.
    fn needs_reads(&self) -> bool {
        false
    }

    /// Builds the text.
    ///
    /// # Errors
    /// If the description is invalid or lacks a requested item.
    fn text(&self, subject: &mut CommandSubject<'_, '_>) -> Result<String, Failure>;
}

/// The records that a command shows, and the list for warnings about them.
pub struct CommandSubject<'s, 'd> {
    /// The records.
    pub store: &'s RecordStore,
    /// List to which warnings are added.
    pub diagnostics: &'d mut Diagnostics,
    /// Terminal width in columns, if the text is printed on a terminal.
    pub width: Option<usize>,
    /// An error in the arguments that the description has shown.
    pub argument_error: Option<Box<ArgumentError>>,
    /// The other records of a command that compares two descriptions.
    pub other: Option<&'s RecordStore>,
    /// Complete messages for standard error.
    pub messages: Vec<String>,
    /// Whether the run fails after the text is written.
    pub has_failed: bool,
}

/// An error in an argument. Its text is the only source.
pub struct ArgumentError {
    /// Source map with the argument as its only source.
    pub sources: SourceMap,
    /// The error.
    pub diagnostic: Diagnostic,
}

impl<'s, 'd> CommandSubject<'s, 'd> {
    /// Creates the subject for records, without a terminal.
    pub fn new(store: &'s RecordStore, diagnostics: &'d mut Diagnostics) -> CommandSubject<'s, 'd> {
        CommandSubject {
            store,
            diagnostics,
            width: None,
            argument_error: None,
            other: None,
            messages: Vec::new(),
            has_failed: false,
        }
    }

    /// Returns analysis `A` for the records.
    pub fn analysis<A: Analysis>(&mut self) -> Result<&'s A, AnalysisError> {
        self.store.analysis(self.diagnostics)
    }

    /// Stores an error in the arguments, to be reported when the command has ended.
    pub fn argument_error(&mut self, error: ArgumentError) -> Failure {
        self.argument_error = Some(Box::new(error));
        Failure::Reported
    }
}
