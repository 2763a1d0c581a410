//! The errors, warnings and `dump` messages of a run.

use tablewright_syntax::diagnostic::{Diagnostic, Diagnostics, Severity};
use tablewright_syntax::source::Pos;

use super::checkpoint::Permanent;
use super::limits::MAX_ERRORS;

/// An error that was reported; the statement or field that it was found in is given up.
#[derive(Debug)]
pub(crate) struct Reported;

/// The outcome of evaluating something.
pub(crate) type Eval<T> = Result<T, Reported>;

/// What was reported, and what to report.
pub(crate) struct Reports {
    pub(crate) diagnostics: Diagnostics,
    /// Whether no statement was given up, so that no record is missing.
    pub(crate) is_complete: bool,
    pub(crate) warn_unused_template_args: bool,
}

impl Reports {
    pub(crate) fn new(warn_unused_template_args: bool) -> Reports {
        Reports { diagnostics: Diagnostics::new(), is_complete: true, warn_unused_template_args }
    }

    /// Reports an error at a place.
    pub(crate) fn error(&mut self, pos: Pos, message: impl Into<String>) -> Reported {
        self.diagnostics.error(pos, message);
        Reported
    }

    /// Reports an error at the first of some places, the rest being its expansion trail.
    pub(crate) fn error_at(
        &mut self,
        places: &[Pos],
        message: impl Into<String>,
    ) -> &mut Diagnostic {
        let diagnostic = Diagnostic::new(Severity::Error, places.first().copied(), message);
        self.diagnostics.push(diagnostic).trail(places.iter().skip(1).copied())
    }

    /// The place of the last diagnostic.
    pub(crate) fn last_pos(&self) -> Option<Pos> {
        self.diagnostics.iter().next_back().and_then(|diagnostic| diagnostic.pos)
    }

    pub(crate) fn has_too_many_errors(&self) -> bool {
        self.diagnostics.error_count() >= MAX_ERRORS
    }
}

impl Permanent for Reports {}
