//! Findings as a report.

use serde::Serialize;
use tablewright_inspect::lint::{Finding, FindingReport, LintSummary};
use tablewright_syntax::source::SourceMap;

use crate::messages::{Format, Style};
use crate::report::Report;

/// The findings in a run.
#[derive(Serialize)]
pub(super) struct LintReport<'r> {
    summary: LintSummary,
    findings: Vec<FindingReport>,
    /// Data for the text format.
    #[serde(skip)]
    shown: ReportLimits<'r>,
}

struct ReportLimits<'r> {
    sources: &'r SourceMap,
    findings: &'r [Finding],
    style: Style,
}

impl<'r> LintReport<'r> {
    pub(super) fn new(
        sources: &'r SourceMap,
        findings: &'r [Finding],
        style: Style,
    ) -> LintReport<'r> {
        LintReport {
            summary: LintSummary::new(findings),
            findings: findings.iter().filter_map(|f| FindingReport::new(sources, f)).collect(),
            shown: ReportLimits { sources, findings, style },
        }
    }
}

impl Report for LintReport<'_> {
    const NAME: &'static str = "lint";
    const COLUMNS: &'static [&'static str] =
        &["CODE", "LINT", "LEVEL", "FILE", "LINE", "COLUMN", "MESSAGE"];
    type Row = FindingReport;

    fn rows(&self) -> &[FindingReport] {
        &self.findings
    }

    fn cells(&self, finding: &FindingReport) -> Vec<String> {
        let start = &finding.range.start;
        vec![
            finding.code.clone(),
            finding.lint.to_owned(),
            finding.level.to_owned(),
            start.file.clone(),
            start.line.to_string(),
            start.column.to_string(),
            finding.message.clone(),
        ]
    }

    fn text(&self, _: Option<usize>) -> String {
        let ReportLimits { sources, findings, style } = self.shown;
        let texts = findings.iter().map(|finding| message(sources, finding, style));
        let mut text: String = texts.collect();
        if style.format != Format::Json {
            text.push_str(&summary(self.summary));
        }
        text
    }
}

/// Formats a finding as a compiler message, with its lint name.
fn message(sources: &SourceMap, finding: &Finding, style: Style) -> String {
    let mut diagnostic = finding.diagnostic.clone();
    if style.format != Format::Json {
        diagnostic.message = format!("{} [{}]", diagnostic.message, finding.lint.name);
    }
    if let Some(fix) = &finding.fix {
        match &fix.edits[..] {
            [edit] => _ = diagnostic.suggest(edit.span, &*edit.replacement, &*fix.message),
            _ => _ = diagnostic.note(None, format!("--fix: {}", fix.message)),
        }
    }
    style.diagnostic(sources, &diagnostic)
}

fn summary(summary: LintSummary) -> String {
    let LintSummary { warnings, errors, fixable } = summary;
    let counted = |count: usize, what: &str| match count {
        0 => None,
        1 => Some(format!("1 {what}")),
        count => Some(format!("{count} {what}s")),
    };
    let counts = [counted(errors, "error"), counted(warnings, "warning")];
    let counts: Vec<String> = counts.into_iter().flatten().collect();
    if counts.is_empty() {
        return String::new();
    }
    let fixable = match fixable {
        0 => String::new(),
        count => format!("; --fix changes {count}"),
    };
    format!("{}{fixable}\n", counts.join(", "))
}
