//! Lint findings.

use tablewright_syntax::diagnostic::{Code, Diagnostic, Severity};
use tablewright_syntax::source::Span;

use super::{Level, Lint};

/// A change to the input that removes a finding without other effects.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    /// The effect of the change: "remove the class".
    pub message: String,
    /// The edits.
    pub edits: Vec<Edit>,
}

/// A replacement for a part of the input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// The part; empty for an insertion.
    pub span: Span,
    /// The new text.
    pub replacement: String,
}

/// A finding.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The lint.
    pub lint: &'static Lint,
    /// The message and its position, with the lint's code.
    pub diagnostic: Diagnostic,
    /// A safe change that removes the finding.
    pub fix: Option<Fix>,
}

impl Finding {
    /// Returns the finding's level.
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

    /// Adds a label to a part of the input.
    pub fn label(&mut self, span: impl Into<Span>, message: impl Into<String>) -> &mut Finding {
        self.diagnostic.label(span, message);
        self
    }

    /// Adds a note: a consequence of the mistake, or advice.
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

/// Collects the findings of lints.
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
    /// The error that prevented the check.
    pub error: Diagnostic,
}

impl Findings {
    pub(super) fn new(first: &'static Lint) -> Findings {
        Findings { lint: first, list: Vec::new(), not_checked: Vec::new() }
    }

    /// Sets the lint that reports the following findings.
    pub(super) fn begin(&mut self, lint: &'static Lint) {
        self.lint = lint;
    }

    /// Adds a finding for the current lint. Labels and notes can be added to it.
    pub fn add(&mut self, span: impl Into<Span>, message: impl Into<String>) -> &mut Finding {
        let span = Some(span.into());
        let diagnostic = Diagnostic::new(Severity::Warning, None, message);
        let diagnostic = Diagnostic { code: Some(self.lint.code), span, ..diagnostic };
        self.list.push(Finding { lint: self.lint, diagnostic, fix: None });
        self.list.last_mut().expect("one was added")
    }

    /// Records that an error in the description prevented the current lint from checking it. For a
    /// description without a target, nothing is recorded.
    pub fn not_checked(&mut self, error: Diagnostic) {
        if !matches!(error.code, Some(Code::MissingClass | Code::Target)) {
            self.not_checked.push(NotChecked { lint: self.lint, error });
        }
    }

    pub(super) fn finish(self) -> (Vec<Finding>, Vec<NotChecked>) {
        (self.list, self.not_checked)
    }
}
