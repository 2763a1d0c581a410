//! Errors, warnings and notes as data. Renderers turn positions into lines, and nothing else does.

use crate::source::Pos;

/// How grave a [`Diagnostic`] is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Severity {
    /// The run fails.
    Error,
    /// Shown as an error, but the output stands: what the reference programs complain of and go on.
    ToleratedError,
    /// The run goes on.
    Warning,
    /// Information that was asked for, such as the text of a `dump`.
    Note,
    /// Text that was asked for and is shown as it is.
    Verbatim,
}

/// Something to say about the input.
///
/// The headline keeps wording that tools match on; notes may add to it. The expansion trail
/// ("instantiated from multiclass") is notes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// How grave it is.
    pub severity: Severity,
    /// The headline, without a final full stop or line break.
    pub message: String,
    /// The place it is about, where there is one.
    pub pos: Option<Pos>,
    /// More, in order: the expansion trail, related places, advice.
    pub notes: Vec<Note>,
}

/// A remark below a [`Diagnostic`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// What it says.
    pub message: String,
    /// The place it is about, where there is one.
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

    /// Adds the expansion trail: the places of the `defm`s that made what this is about.
    pub fn trail(&mut self, places: impl IntoIterator<Item = Pos>) -> &mut Diagnostic {
        for pos in places {
            self.note(Some(pos), "instantiated from multiclass");
        }
        self
    }
}

/// What was found wrong in a run, in order.
#[derive(Clone, Default, Debug)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    errors: usize,
}

impl Diagnostics {
    /// Nothing found yet.
    pub fn new() -> Diagnostics {
        Diagnostics::default()
    }

    /// Adds a diagnostic; more can be said through the reference.
    pub fn push(&mut self, diagnostic: Diagnostic) -> &mut Diagnostic {
        self.errors += usize::from(diagnostic.severity == Severity::Error);
        self.list.push(diagnostic);
        self.list.last_mut().expect("one was pushed")
    }

    /// Adds those found later.
    pub fn append(&mut self, mut later: Diagnostics) {
        self.errors += later.errors;
        self.list.append(&mut later.list);
    }

    /// Adds an error at a place.
    pub fn error(&mut self, pos: Pos, message: impl Into<String>) -> &mut Diagnostic {
        self.push(Diagnostic::new(Severity::Error, Some(pos), message))
    }

    /// Adds a warning at a place.
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
