//! Findings as data.

use serde::Serialize;
use tablewright_syntax::shown_span;
use tablewright_syntax::source::{SourceMap, Span};

use super::{Finding, Level};
use crate::Location;

/// A finding.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FindingReport {
    /// The code of the lint.
    pub code: String,
    /// The name of the lint.
    pub lint: &'static str,
    /// `warn` or `deny`.
    pub level: &'static str,
    /// What was found.
    pub message: String,
    /// Where.
    #[serde(flatten)]
    pub range: Range,
    /// Other parts of the input that it has to do with.
    pub labels: Vec<RemarkReport>,
    /// What follows from it, and what to do.
    pub notes: Vec<RemarkReport>,
    /// What the fix does, if there is one.
    pub fix: Option<String>,
    /// The changes of the fix.
    pub edits: Vec<EditReport>,
}

/// A part of a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Range {
    /// Where it starts.
    #[serde(flatten)]
    pub start: Location,
    /// The line of its end.
    pub end_line: u32,
    /// The column after its last byte.
    pub end_column: u32,
}

/// A remark about a part of the input, or about the finding.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RemarkReport {
    /// The remark.
    pub message: String,
    /// The part of the input.
    pub range: Option<Range>,
}

/// A change of the input.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct EditReport {
    /// What is replaced.
    #[serde(flatten)]
    pub range: Range,
    /// The text that stands there then.
    pub replacement: String,
}

/// How many findings there are.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
pub struct LintSummary {
    /// Those at level *warn*.
    pub warnings: usize,
    /// Those at level *deny*.
    pub errors: usize,
    /// Those that have a fix.
    pub fixable: usize,
}

impl LintSummary {
    /// Counts findings.
    pub fn of(findings: &[Finding]) -> LintSummary {
        let errors = findings.iter().filter(|finding| finding.level() == Level::Deny).count();
        let fixable = findings.iter().filter(|finding| finding.fix.is_some()).count();
        LintSummary { warnings: findings.len() - errors, errors, fixable }
    }
}

impl FindingReport {
    /// The data of a finding.
    pub fn of(sources: &SourceMap, finding: &Finding) -> Option<FindingReport> {
        let Finding { lint, diagnostic, fix } = finding;
        let remark = |message: &str, span: Option<Span>| RemarkReport {
            message: message.to_owned(),
            range: span.map(|span| Range::of(sources, span)),
        };
        let labels = diagnostic.labels.iter();
        let labels = labels.map(|label| remark(&label.message, Some(label.span)));
        let notes = diagnostic.notes.iter();
        let notes = notes.map(|note| remark(&note.message, note.pos.map(Span::from)));
        let edits = fix.iter().flat_map(|fix| &fix.edits).map(|edit| EditReport {
            range: Range::exactly(sources, edit.span),
            replacement: edit.replacement.clone(),
        });
        Some(FindingReport {
            code: lint.code.to_string(),
            lint: lint.name,
            level: finding.level().name(),
            message: diagnostic.message.clone(),
            range: Range::of(sources, diagnostic.span?),
            labels: labels.collect(),
            notes: notes.collect(),
            fix: fix.as_ref().map(|fix| fix.message.clone()),
            edits: edits.collect(),
        })
    }
}

impl Range {
    /// A span; an empty one stands for the token there.
    fn of(sources: &SourceMap, span: Span) -> Range {
        Range::exactly(sources, shown_span(sources, span))
    }

    fn exactly(sources: &SourceMap, span: Span) -> Range {
        let end = Location::of(sources, span.hi);
        Range { start: Location::of(sources, span.lo), end_line: end.line, end_column: end.column }
    }
}
