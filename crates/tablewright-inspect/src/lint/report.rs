//! Findings as serializable data.

use serde::Serialize;
use tablewright_syntax::shown_span;
use tablewright_syntax::source::{SourceMap, Span};

use super::{Finding, Level};
use crate::SourceLocation;

/// A finding.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FindingReport {
    /// The lint's code.
    pub code: String,
    /// The lint's name.
    pub lint: &'static str,
    /// `warn` or `deny`.
    pub level: &'static str,
    /// The message.
    pub message: String,
    /// The position.
    #[serde(flatten)]
    pub range: FindingRange,
    /// Related parts of the input.
    pub labels: Vec<RemarkReport>,
    /// Consequences and advice.
    pub notes: Vec<RemarkReport>,
    /// The effect of the fix, if there is one.
    pub fix: Option<String>,
    /// The fix's edits.
    pub edits: Vec<EditReport>,
}

/// A range in a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FindingRange {
    /// The start.
    #[serde(flatten)]
    pub start: SourceLocation,
    /// The last line.
    pub end_line: u32,
    /// The column after the last byte.
    pub end_column: u32,
}

/// A label or note.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RemarkReport {
    /// The remark.
    pub message: String,
    /// The part of the input that it refers to.
    pub range: Option<FindingRange>,
}

/// A replacement.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct EditReport {
    /// The replaced range.
    #[serde(flatten)]
    pub range: FindingRange,
    /// The new text.
    pub replacement: String,
}

/// Finding counts.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
pub struct LintSummary {
    /// Findings at level *warn*.
    pub warnings: usize,
    /// Findings at level *deny*.
    pub errors: usize,
    /// Findings with a fix.
    pub fixable: usize,
}

impl LintSummary {
    /// Counts findings.
    pub fn new(findings: &[Finding]) -> LintSummary {
        let errors = findings.iter().filter(|finding| finding.level() == Level::Deny).count();
        let fixable = findings.iter().filter(|finding| finding.fix.is_some()).count();
        LintSummary { warnings: findings.len() - errors, errors, fixable }
    }
}

impl FindingReport {
    /// Converts a finding; `None` without a position.
    pub fn new(sources: &SourceMap, finding: &Finding) -> Option<FindingReport> {
        let Finding { lint, diagnostic, fix } = finding;
        let remark = |message: &str, span: Option<Span>| RemarkReport {
            message: message.to_owned(),
            range: span.map(|span| FindingRange::new(sources, span)),
        };
        let labels = diagnostic.labels.iter();
        let labels = labels.map(|label| remark(&label.message, Some(label.span)));
        let notes = diagnostic.notes.iter();
        let notes = notes.map(|note| remark(&note.message, note.pos.map(Span::from)));
        let edits = fix.iter().flat_map(|fix| &fix.edits).map(|edit| EditReport {
            range: FindingRange::exactly(sources, edit.span),
            replacement: edit.replacement.clone(),
        });
        Some(FindingReport {
            code: lint.code.to_string(),
            lint: lint.name,
            level: finding.level().name(),
            message: diagnostic.message.clone(),
            range: FindingRange::new(sources, diagnostic.span?),
            labels: labels.collect(),
            notes: notes.collect(),
            fix: fix.as_ref().map(|fix| fix.message.clone()),
            edits: edits.collect(),
        })
    }
}

impl FindingRange {
    /// Converts a span. An empty span is extended to its token.
    fn new(sources: &SourceMap, span: Span) -> FindingRange {
        FindingRange::exactly(sources, shown_span(sources, span))
    }

    fn exactly(sources: &SourceMap, span: Span) -> FindingRange {
        let end = SourceLocation::new(sources, span.hi);
        FindingRange {
            start: SourceLocation::new(sources, span.lo),
            end_line: end.line,
            end_column: end.column,
        }
    }
}
