//! Errors, warnings and notes as data. [`render`](crate::render) turns them into text.

use crate::source::Pos;

/// The severity of a [`Diagnostic`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Severity {
    /// The run fails.
    Error,
    /// Printed as an error, but the output is written: the reference programs do so too.
    ToleratedError,
    /// The run goes on.
    Warning,
    /// Information that was asked for, such as the text of a `dump`.
    Note,
    /// Requested text that is printed as it is.
    Verbatim,
}

/// An error, a warning or other information about the input.
///
/// The headline keeps the wording that tools match on; notes may add to it. The instantiation stack
/// ("instantiated from multiclass") is a list of notes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// The severity.
    pub severity: Severity,
    /// The headline, without a final full stop or line break.
    pub message: String,
    /// The position that it is about, if there is one.
    pub pos: Option<Pos>,
    /// Further information, in order: the instantiation stack, related positions, advice.
    pub notes: Vec<Note>,
}

/// A remark below a [`Diagnostic`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// The text.
    pub message: String,
    /// The position that it is about, if there is one.
    pub pos: Option<Pos>,
}

impl Diagnostic {
    /// A diagnostic without notes.
    pub fn new(severity: Severity, pos: Option<Pos>, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity, message: message.into(), pos, notes: Vec::new() }
    }

    /// Adds a note.
    pub fn note(&mut self, pos: Option<Pos>, message: impl Into<String>) -> &mut Diagnostic {
        self.notes.push(Note { message: message.into(), pos });
        self
    }

    /// Adds the instantiation stack: the positions of the `defm`s that created the record in
    /// question.
    pub fn trail(&mut self, stack: impl IntoIterator<Item = Pos>) -> &mut Diagnostic {
        for pos in stack {
            self.note(Some(pos), "instantiated from multiclass");
        }
        self
    }
}

/// The diagnostics of a run, in order.
#[derive(Clone, Default, Debug)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    errors: usize,
}

impl Diagnostics {
    /// An empty list.
    pub fn new() -> Diagnostics {
        Diagnostics::default()
    }

    /// Adds a diagnostic. The caller can add notes through the reference.
    pub fn push(&mut self, diagnostic: Diagnostic) -> &mut Diagnostic {
        self.errors += usize::from(diagnostic.severity == Severity::Error);
        self.list.push(diagnostic);
        self.list.last_mut().expect("one was pushed")
    }

    /// Adds the diagnostics of a later part of the run.
    pub fn append(&mut self, mut later: Diagnostics) {
        self.errors += later.errors;
        self.list.append(&mut later.list);
    }

    /// Adds an error at a position.
    pub fn error(&mut self, pos: Pos, message: impl Into<String>) -> &mut Diagnostic {
        self.push(Diagnostic::new(Severity::Error, Some(pos), message))
    }

    /// Adds a warning at a position.
    pub fn warning(&mut self, pos: Pos, message: impl Into<String>) -> &mut Diagnostic {
        self.push(Diagnostic::new(Severity::Warning, Some(pos), message))
    }

    /// How many errors there are.
    pub fn error_count(&self) -> usize {
        self.errors
    }

    /// Whether there is an error.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// All of them, in the order they were found.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.list.iter()
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
