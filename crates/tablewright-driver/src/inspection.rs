//! The interface of the commands that show something of one description.

use tablewright_backend::Failure;
use tablewright_records::{Analysis, AnalysisError, RecordStore};
use tablewright_syntax::diagnostic::{Diagnostic, Diagnostics};
use tablewright_syntax::source::SourceMap;

/// A view of a description, with what was asked for on the command line.
pub trait Inspection: Sync {
    /// The name of the command.
    fn name(&self) -> &'static str;

    /// Whether the description is read with a trace of its evaluation.
    fn needs_trace(&self) -> bool {
        false
    }

    /// Whether it is recorded what is read of the description.
    fn needs_reads(&self) -> bool {
        false
    }

    /// The text that shows it.
    ///
    /// # Errors
    /// Where the description is invalid, or lacks what was asked for.
    fn text(&self, subject: &mut Subject<'_, '_>) -> Result<String, Failure>;
}

/// The records that are inspected, and where warnings about them go.
pub struct Subject<'s, 'd> {
    /// The records.
    pub store: &'s RecordStore,
    /// The list to which warnings are added.
    pub diagnostics: &'d mut Diagnostics,
    /// How wide the terminal is, if the text goes to one.
    pub width: Option<usize>,
    /// An error in the arguments that the description has shown.
    pub argument_error: Option<Box<ArgumentError>>,
}

/// An error in the text of an argument. The text is the only source.
pub struct ArgumentError {
    /// The text of the argument, as the only source.
    pub sources: SourceMap,
    /// What is wrong with it.
    pub diagnostic: Diagnostic,
}

impl<'s> Subject<'s, '_> {
    /// The analysis `A` of the records.
    pub fn analysis<A: Analysis>(&mut self) -> Result<&'s A, AnalysisError> {
        self.store.analysis(self.diagnostics)
    }

    /// Keeps an error in the arguments, which is reported when the command has ended.
    pub fn argument_error(&mut self, error: ArgumentError) -> Failure {
        self.argument_error = Some(Box::new(error));
        Failure::Reported
    }
}
