//! What patterns become in the table of `--gen-global-isel`, as data.

use serde::Serialize;

use super::rows::{PatternRow, REPORT, ShortRow, headings, optional};
use crate::report::Report;

/// How many patterns of a target have rules.
#[derive(Serialize)]
pub(super) struct SummaryReport<'r> {
    pub(super) target: &'r str,
    pub(super) global_isel: Summary<'r>,
}

/// How many rules there are, and why others are missing.
#[derive(Serialize)]
pub(super) struct Summary<'r> {
    pub(super) rules: usize,
    /// The size of the table in bytes.
    pub(super) size: u32,
    /// How many patterns have no rule.
    pub(super) skipped: usize,
    /// The most frequent one first.
    pub(super) reasons: Vec<KindRow<'r>>,
}

/// A kind of reasons.
#[derive(Serialize)]
pub(super) struct KindRow<'r> {
    pub(super) kind: &'r str,
    /// How many patterns are skipped for such a reason.
    pub(super) count: usize,
}

impl<'r> Report for SummaryReport<'r> {
    const NAME: &'static str = REPORT;
    type Row = KindRow<'r>;

    fn rows(&self) -> &[KindRow<'r>] {
        &self.global_isel.reasons
    }

    fn columns(&self) -> Vec<String> {
        headings(&["SKIPPED", "PATTERNS"])
    }

    fn cells(&self, row: &KindRow<'r>) -> Vec<String> {
        vec![row.kind.to_owned(), row.count.to_string()]
    }
}

/// A pattern without a rule.
#[derive(Serialize)]
pub(super) struct SkippedRow<'r> {
    #[serde(flatten)]
    pub(super) pattern: ShortRow<'r>,
    /// Why it has none.
    pub(super) skipped: &'r str,
}

impl PatternRow for SkippedRow<'_> {
    const LIST: &'static str = "skipped";
    const COLUMNS: &'static [&'static str] =
        &["NAME", "DEFINED AT", "NUMBER", "FORM", "PATTERN", "SKIPPED"];

    fn cells(&self) -> Vec<String> {
        let mut cells = self.pattern.cells();
        cells.push(self.skipped.to_owned());
        cells
    }
}

/// What a pattern becomes.
#[derive(Serialize)]
pub(super) struct OutcomeRow<'r> {
    #[serde(flatten)]
    pub(super) pattern: ShortRow<'r>,
    /// Why it has no rule.
    pub(super) skipped: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rule: Option<RuleRow<'r>>,
}

/// A rule of the table.
#[derive(Serialize)]
pub(super) struct RuleRow<'r> {
    pub(super) number: u32,
    /// The opcode of the instruction that it selects.
    pub(super) opcode: &'r str,
    /// The index of its first byte.
    pub(super) start: u32,
    /// The index after its last byte.
    pub(super) end: u32,
    pub(super) score: i64,
    /// What it checks and does; empty if many patterns are shown.
    pub(super) steps: &'r [String],
    /// The rules that are tried before it.
    pub(super) before: Vec<EarlierRule<'r>>,
}

/// A rule that is tried before another one.
#[derive(Serialize)]
pub(super) struct EarlierRule<'r> {
    #[serde(flatten)]
    pub(super) pattern: ShortRow<'r>,
    /// Its number.
    pub(super) rule: u32,
    /// The index of its first byte.
    pub(super) start: u32,
}

impl PatternRow for OutcomeRow<'_> {
    const LIST: &'static str = "global_isel";
    const COLUMNS: &'static [&'static str] = &[
        "NAME",
        "DEFINED AT",
        "NUMBER",
        "FORM",
        "PATTERN",
        "SKIPPED",
        "RULE",
        "OPCODE",
        "START",
        "END",
        "SCORE",
    ];

    fn cells(&self) -> Vec<String> {
        let mut cells = self.pattern.cells();
        let rule = self.rule.as_ref();
        cells.extend([
            optional(self.skipped),
            optional(rule.map(|rule| rule.number)),
            optional(rule.map(|rule| rule.opcode)),
            optional(rule.map(|rule| rule.start)),
            optional(rule.map(|rule| rule.end)),
            optional(rule.map(|rule| rule.score)),
        ]);
        cells
    }
}
