//! What lints find.

use tablewright_syntax::diagnostic::{Code, Diagnostic, Severity};
use tablewright_syntax::source::Span;

use super::{Level, Lint};

/// A change of the input that removes a finding and nothing else changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    /// What it does: "remove the class".
    pub message: String,
    /// The changes.
    pub edits: Vec<Edit>,
}

/// A part of the input with what stands there instead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// The part; empty to insert text.
    pub span: Span,
    /// The text.
    pub replacement: String,
}

/// Something that a lint found.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The lint.
    pub lint: &'static Lint,
    /// What it found, where. It has the code of the lint.
    pub diagnostic: Diagnostic,
    /// A change that is safe.
    pub fix: Option<Fix>,
}

impl Finding {
    /// The level it was found at.
    pub fn level(&self) -> Level {
        match self.diagnostic.severity {
            Severity::Error => Level::Deny,
            Severity::ToleratedError
            | Severity::Warning
            | Severity::UnlabeledWarning
            | Severity::Note
            | Severity::CompatibleNote
            | Severity::Verbatim => Level::Warn,
        }
    }

    /// Adds a remark about a part of the input.
    pub fn label(&mut self, span: impl Into<Span>, message: impl Into<String>) -> &mut Finding {
        self.diagnostic.label(span, message);
        self
    }

    /// Adds a note: what follows from the mistake, or what to do.
    pub fn note(&mut self, message: impl Into<String>) -> &mut Finding {
        self.diagnostic.note(None, message);
        self
    }

    /// Adds a change that removes the finding. It must not change any output.
    pub fn fix(
        &mut self,
        message: impl Into<String>,
        edits: impl IntoIterator<Item = Edit>,
    ) -> &mut Finding {
        self.fix = Some(Fix { message: message.into(), edits: edits.into_iter().collect() });
        self
    }
}

/// Where a lint puts what it finds.
#[derive(Debug)]
pub struct Findings {
    lint: &'static Lint,
    list: Vec<Finding>,
    not_checked: Vec<NotChecked>,
}

/// A lint that could not check the description.
#[derive(Clone, Debug)]
pub struct NotChecked {
    /// The lint.
    pub lint: &'static Lint,
    /// The error that stood in the way.
    pub error: Diagnostic,
}

impl Findings {
    pub(super) fn new(first: &'static Lint) -> Findings {
        Findings { lint: first, list: Vec::new(), not_checked: Vec::new() }
    }

    /// What is added from now on was found by `lint`.
    pub(super) fn begin(&mut self, lint: &'static Lint) {
        self.lint = lint;
    }

    /// Adds what the lint in force has found. Labels and notes can be added to it.
    pub fn add(&mut self, span: impl Into<Span>, message: impl Into<String>) -> &mut Finding {
        let span = Some(span.into());
        let diagnostic = Diagnostic::new(Severity::Warning, None, message);
        let diagnostic = Diagnostic { code: Some(self.lint.code), span, ..diagnostic };
        self.list.push(Finding { lint: self.lint, diagnostic, fix: None });
        self.list.last_mut().expect("one was added")
    }

    /// Says that the lint in force could not check the description because of an error in it. That the description is
    /// not one of a target is no such error.
    pub fn not_checked(&mut self, error: Diagnostic) {
        if !matches!(error.code, Some(Code::MissingClass | Code::Target)) {
            self.not_checked.push(NotChecked { lint: self.lint, error });
        }
    }

    pub(super) fn finish(self) -> (Vec<Finding>, Vec<NotChecked>) {
        (self.list, self.not_checked)
    }
}
