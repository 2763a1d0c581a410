//! Errors, warnings and `dump` messages in a run.

use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};
use tablewright_syntax::source::{Pos, Span};
use tablewright_syntax::symbol::Symbol;

use super::limits::MAX_ERRORS;
use crate::monitor::LoadMonitor;
use crate::rewind::rewind_fields;
use crate::value::ValueId;

/// Evidence of a reported error. The statement or field with the error is given up.
#[derive(Debug)]
pub(crate) struct Reported;

impl From<&mut Diagnostic> for Reported {
    fn from(_: &mut Diagnostic) -> Reported {
        Reported
    }
}

/// A result of evaluation.
pub(crate) type Eval<T> = Result<T, Reported>;

/// Reported diagnostics, and options for reporting.
#[derive(Clone)]
pub(crate) struct Reports {
    pub(crate) diagnostics: Diagnostics,
    /// Whether no statement was given up, so that no record is missing.
    pub(crate) is_complete: bool,
    pub(crate) warn_unused_template_args: bool,
    /// Whether the last error has a whole record as its position, so that a label for the wrong part is still to be
    /// added.
    pub(crate) lacks_context: bool,
    /// Number of errors that only locate the cause of another error.
    pub(crate) follow_ups: usize,
    /// Reports the progress of evaluation to another thread.
    pub(crate) monitor: Option<LoadMonitor>,
    /// Whether the last error ended evaluation.
    pub(crate) has_stopped: bool,
    /// The last template argument that does not fit its parameter. Its conversion stays open, which is an error only in
    /// a record that uses it.
    pub(crate) narrow_argument: Option<NarrowArgument>,
}

/// A number for a parameter with fewer bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NarrowArgument {
    /// The open conversion of the number.
    pub(crate) value: ValueId,
    pub(crate) span: Span,
    pub(crate) param: Symbol,
    pub(crate) declared: Pos,
}

impl Reports {
    pub(crate) fn new(warn_unused_template_args: bool, monitor: Option<LoadMonitor>) -> Reports {
        Reports {
            diagnostics: Diagnostics::new(),
            is_complete: true,
            warn_unused_template_args,
            lacks_context: false,
            follow_ups: 0,
            monitor,
            has_stopped: false,
            narrow_argument: None,
        }
    }

    /// Reports an error for a part of the input. A position is the token there.
    pub(crate) fn error(
        &mut self,
        code: Code,
        span: impl Into<Span>,
        message: impl Into<String>,
    ) -> Reported {
        self.begin_error(code, span, message);
        Reported
    }

    /// Like [`Self::error`], but returns the error for adding labels and notes.
    pub(crate) fn begin_error(
        &mut self,
        code: Code,
        span: impl Into<Span>,
        message: impl Into<String>,
    ) -> &mut Diagnostic {
        self.lacks_context = false;
        self.diagnostics.error(code, span, message)
    }

    /// Returns the last error, if its position is a whole record. It counts as located from now on.
    pub(crate) fn without_context(&mut self) -> Option<&mut Diagnostic> {
        let lacks = std::mem::take(&mut self.lacks_context);
        self.diagnostics.last_mut().filter(|_| lacks)
    }

    /// Reports an error at the first position. The other positions are its expansion trail.
    pub(crate) fn error_at(
        &mut self,
        code: Code,
        positions: &[Pos],
        message: impl Into<String>,
    ) -> &mut Diagnostic {
        self.lacks_context = false;
        let positions = positions.iter().copied();
        self.diagnostics.push(Diagnostic::error_at(code, positions, message))
    }

    /// Sets the last error's position, if it reports a limit reached outside of a record and lacks a position.
    #[cold]
    pub(crate) fn locate_limit(&mut self, span: impl Into<Span>) {
        let last = self.diagnostics.last_mut();
        let is_limit = |error: &&mut Diagnostic| error.code == Some(Code::EvaluationLimit);
        if let Some(error) = last.filter(is_limit)
            && error.span.is_none()
        {
            error.span = Some(span.into());
            self.lacks_context = false;
        }
    }

    /// Returns the last diagnostic's position.
    pub(crate) fn last_pos(&self) -> Option<Pos> {
        self.diagnostics.iter().next_back().and_then(Diagnostic::pos)
    }

    /// Returns whether another thread stopped loading.
    pub(crate) fn is_stopped(&self) -> bool {
        self.monitor.as_ref().is_some_and(LoadMonitor::is_stopped)
    }

    /// Gives up the current evaluation if another thread stopped loading. No error is reported here: the whole input
    /// has a single error for it.
    pub(crate) fn check_stop(&self) -> Eval<()> {
        if self.is_stopped() { Err(Reported) } else { Ok(()) }
    }

    /// Returns whether an error already has a note.
    pub(crate) fn has_note(&self, message: &str) -> bool {
        self.diagnostics.iter().any(|error| error.notes.iter().any(|note| note.message == message))
    }

    /// Returns whether the remaining input is ignored.
    pub(crate) fn ends_here(&self) -> bool {
        self.has_stopped || self.has_too_many_errors()
    }

    pub(crate) fn has_too_many_errors(&self) -> bool {
        self.diagnostics.error_count() - self.follow_ups >= MAX_ERRORS
    }
}

rewind_fields! {
    /// Numbers of diagnostics, and flags, at some time.
    #[derive(Clone)]
    pub(crate) struct ReportsPoint for Reports {
        diagnostics: usize,
        is_complete: bool,
        lacks_context: bool,
        follow_ups: usize,
        has_stopped: bool,
        narrow_argument: Option<NarrowArgument>,
        ..warn_unused_template_args, monitor
    }
}

impl ReportsPoint {
    /// Returns the number of diagnostics.
    pub(crate) fn diagnostic_count(&self) -> usize {
        self.diagnostics
    }
}

/// Returns a width in words: `1 bit`, `8 bits`.
pub(crate) fn in_bits(width: u32) -> String {
    if width == 1 { "1 bit".to_owned() } else { format!("{width} bits") }
}
