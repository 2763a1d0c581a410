//! Rules for patterns in the `--gen-global-isel` table, as data.

use serde::Serialize;

use super::rows::{PatternLineRow, REPORT, ShortRow, optional};
use crate::report::Report;

/// Summary of a target's rules.
#[derive(Serialize)]
pub(super) struct SummaryReport<'r> {
    pub(super) target: &'r str,
    pub(super) global_isel: Summary<'r>,
}

/// Number of rules, and reasons for missing rules.
#[derive(Serialize)]
pub(super) struct Summary<'r> {
    pub(super) rules: usize,
    /// Table size in bytes.
    pub(super) size: u32,
    /// Number of patterns without a rule.
    pub(super) skipped: usize,
    /// Reasons, the most frequent first.
    pub(super) reasons: Vec<KindRow<'r>>,
}

/// A kind of reason.
#[derive(Serialize)]
pub(super) struct KindRow<'r> {
    pub(super) kind: &'r str,
    /// Number of patterns skipped for this kind of reason.
    pub(super) count: usize,
}

impl<'r> Report for SummaryReport<'r> {
    const NAME: &'static str = REPORT;
    const COLUMNS: &'static [&'static str] = &["SKIPPED", "PATTERNS"];
    type Row = KindRow<'r>;

    fn rows(&self) -> &[KindRow<'r>] {
        &self.global_isel.reasons
    }

    fn cells(&self, row: &KindRow<'r>) -> Vec<String> {
        vec![row.kind.to_owned(), row.count.to_string()]
    }
}

/// A pattern without a rule.
#[derive(Serialize)]
pub(super) struct RulesSkippedRow<'r> {
    #[serde(flatten)]
    pub(super) pattern: ShortRow<'r>,
    /// Reason why a rule is missing.
    pub(super) skipped: &'r str,
    /// Line of a description that would map the part in question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) missing_record: Option<&'r str>,
}

impl PatternLineRow for RulesSkippedRow<'_> {
    const LIST: &'static str = "skipped";
    const COLUMNS: &'static [&'static str] =
        &["NAME", "DEFINED AT", "NUMBER", "FORM", "PATTERN", "SKIPPED"];

    fn cells(&self) -> Vec<String> {
        let mut cells = self.pattern.cells();
        cells.push(self.skipped.to_owned());
        cells
    }
}

/// A pattern with its rule, or the reason why it has no rule.
#[derive(Serialize)]
pub(super) struct OutcomeRow<'r> {
    #[serde(flatten)]
    pub(super) pattern: ShortRow<'r>,
    /// Reason why a rule is missing.
    pub(super) skipped: Option<&'r str>,
    /// Line of a description that would map the part in question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) missing_record: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rule: Option<PatternsRuleRow<'r>>,
}

/// A rule in the table.
#[derive(Serialize)]
pub(super) struct PatternsRuleRow<'r> {
    pub(super) number: u32,
    /// Opcode of the selected instruction.
    pub(super) opcode: &'r str,
    /// Index of the first byte.
    pub(super) start: u32,
    /// Index after the last byte.
    pub(super) end: u32,
    pub(super) score: i64,
    /// Checks and actions. Empty if many patterns are shown.
    pub(super) steps: &'r [String],
    /// Rules that are tried earlier.
    pub(super) before: Vec<EarlierRule<'r>>,
}

/// A rule that is tried earlier.
#[derive(Serialize)]
pub(super) struct EarlierRule<'r> {
    #[serde(flatten)]
    pub(super) pattern: ShortRow<'r>,
    /// Rule number.
    pub(super) rule: u32,
    /// Index of the first byte.
    pub(super) start: u32,
}

impl PatternLineRow for OutcomeRow<'_> {
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
