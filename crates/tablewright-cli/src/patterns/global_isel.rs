//! Patterns in the `--gen-global-isel` table: the rule for a pattern, its position, and the rules tried before it, or
//! the reason why a rule is missing.

use std::collections::BTreeMap;

use tablewright_backend::Failure;
use tablewright_llvm::rule_table::{RuleTable, SkippedRule, TableRule};
use tablewright_records::{RecordId, TextSink};
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use super::rows::{PatternRowList, ShortRow, data_form};
use super::rules::{
    EarlierRule, KindRow, OutcomeRow, PatternsRuleRow, RulesSkippedRow, Summary, SummaryReport,
};
use super::target::PatternsTarget;
use super::{DETAILED, PatternsReport};
use crate::counted::counted;
use crate::description_command::CommandSubject;
use crate::report::ReportForm;

/// Default limit: rules tried before a rule.
const SHOWN: usize = 12;

/// A question about the table.
pub(super) struct TableQuery<'a> {
    pub(super) asked: &'a PatternsReport,
    pub(super) selected: Option<Vec<RecordId>>,
    pub(super) form: Option<ReportForm>,
    pub(super) is_full: bool,
}

/// A target and its rule table.
struct SelectedRules<'t, 's> {
    target: &'t PatternsTarget<'s>,
    table: RuleTable<'s>,
    /// By pattern index, the reason why a rule is missing.
    skipped: BTreeMap<usize, SkippedRule>,
}

/// A pattern with its rule, if it has a rule.
struct QueryOutcome<'r> {
    /// Pattern index.
    index: usize,
    rule: Option<&'r TableRule>,
    /// Checks and actions in the rule.
    steps: Vec<String>,
}

pub(super) fn answer(
    subject: &mut CommandSubject<'_, '_>,
    target: &PatternsTarget<'_>,
    question: &TableQuery<'_>,
) -> Result<String, Failure> {
    let table = RuleTable::new(subject.store, subject.diagnostics)?;
    let skipped = table.skipped().iter().map(|each| (each.pattern, each.clone())).collect();
    let rules = SelectedRules { target, table, skipped };
    let indices = match question.asked {
        PatternsReport::At(offsets) => rules.places_at(offsets)?,
        PatternsReport::Skipped => return Ok(rules.skipped(question)),
        PatternsReport::Patterns
        | PatternsReport::Shadowed
        | PatternsReport::Missing
        | PatternsReport::Stats
        | PatternsReport::Select(_)
        | PatternsReport::Log(_) => match &question.selected {
            Some(records) => {
                records.iter().flat_map(|&record| target.indices_of(record)).copied().collect()
            }
            None => return Ok(rules.summary(question.form)),
        },
    };
    let shows_steps = question.is_full || indices.len() <= DETAILED;
    let mut outcomes: Vec<QueryOutcome<'_>> = Vec::with_capacity(indices.len());
    for index in indices {
        outcomes.push(QueryOutcome { index, rule: rules.table.rule_of(index), steps: Vec::new() });
    }
    if shows_steps {
        let numbers: Vec<u32> =
            outcomes.iter().filter_map(|each| Some(each.rule?.number)).collect();
        let mut steps = rules.table.steps(&numbers, subject.diagnostics)?.into_iter();
        for outcome in outcomes.iter_mut().filter(|outcome| outcome.rule.is_some()) {
            outcome.steps = steps.next().unwrap_or_default();
        }
    }
    Ok(if let Some(form) = data_form(question.form) {
        // A table has no column for earlier rules, of which there may be thousands for each rule.
        let has_before = form != ReportForm::Csv;
        let rows = outcomes.iter().map(|outcome| rules.row(outcome, has_before));
        PatternRowList::print(target, rows, form)
    } else {
        let texts = outcomes.iter().map(|outcome| rules.text(outcome, question.is_full));
        let selected = question.selected.iter().flatten();
        let texts = texts.chain(selected.filter_map(|&record| rules.text_without_pattern(record)));
        texts.collect::<Vec<String>>().join("\n")
    })
}

impl<'s> SelectedRules<'_, 's> {
    /// Returns the patterns whose rules contain the table offsets.
    fn places_at(&self, offsets: &[u32]) -> Result<Vec<usize>, Diagnostic> {
        let mut indices = Vec::with_capacity(offsets.len());
        for &offset in offsets {
            match self.table.rule_at(offset) {
                Some(rule) => indices.push(rule.pattern),
                None => return Err(self.no_rule_at(offset)),
            }
        }
        Ok(indices)
    }

    fn no_rule_at(&self, offset: u32) -> Diagnostic {
        let size = self.table.size();
        let message = match self.table.rule_after(offset) {
            _ if offset >= size => {
                format!("index {offset} is outside the table of {size} bytes")
            }
            Some(rule) => format!(
                "at {offset} there are checks that several rules share, or a switch; the next rule, {}, begins at {}",
                rule.number, rule.start
            ),
            None => format!("at {offset} the table ends"),
        };
        Diagnostic::error_anywhere(Code::UnknownName, message)
    }

    /// Counts the patterns with rules, and lists the reasons for missing rules.
    fn summary(&self, form: Option<ReportForm>) -> String {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for skipped in self.skipped.values() {
            *counts.entry(kind_of(&skipped.reason)).or_default() += 1;
        }
        let mut counts: Vec<(&str, usize)> = counts.into_iter().collect();
        counts.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        let (rules, skipped) = (self.table.rules().len(), self.skipped.len());
        if let Some(form) = data_form(form) {
            let reasons = counts.into_iter().map(|(kind, count)| KindRow { kind, count });
            let size = self.table.size();
            let reasons = reasons.collect();
            let summary = Summary { rules, size, skipped, reasons };
            return form
                .print(&SummaryReport { target: self.target.name, global_isel: summary }, None);
        }
        let mut text = format!(
            "{}: {} in a table of {} bytes, {} skipped\n",
            self.target.name,
            counted(rules, "rule"),
            self.table.size(),
            counted(skipped, "pattern")
        );
        for (kind, count) in counts {
            writeln!(text, "{count:>8}  {kind}");
        }
        if skipped > 0 {
            text.push_str("--skipped shows each, --pattern NAME what becomes of one\n");
        }
        text
    }

    /// Lists the patterns without rules.
    fn skipped(&self, question: &TableQuery<'_>) -> String {
        let is_wanted = |index: usize| match &question.selected {
            Some(records) => records.contains(&self.target.pattern(index).record),
            None => true,
        };
        let skipped = self.skipped.iter().filter(|(index, _)| is_wanted(**index));
        if let Some(form) = data_form(question.form) {
            let rows = skipped.map(|(&index, each)| RulesSkippedRow {
                pattern: self.short(index),
                skipped: &each.reason,
                missing_record: each.missing_record.as_deref(),
            });
            return PatternRowList::print(self.target, rows, form);
        }
        let mut text = String::new();
        for (&index, each) in skipped {
            writeln!(text, "{}\n  {}", self.title(index), each.reason);
        }
        text
    }

    /// Returns the reason why a pattern is skipped.
    fn reason(&self, index: usize) -> &str {
        if let Some(skipped) = self.skipped.get(&index) {
            return &skipped.reason;
        }
        // Patterns that are not even tried are skipped without a message.
        let pattern = &self.target.patterns.list()[self.target.pattern(index).pattern];
        if pattern.gisel_should_ignore {
            "GISelShouldIgnore is set"
        } else {
            "GlobalISel of this release lacks the type bf16"
        }
    }

    /// Returns a line of a description that would map the part for which a pattern is skipped.
    fn missing_record(&self, index: usize) -> Option<&str> {
        self.skipped.get(&index)?.missing_record.as_deref()
    }

    /// Returns a pattern's name and location.
    fn title(&self, index: usize) -> String {
        let record = self.target.pattern(index).record;
        let form = self.target.form(index).map_or(String::new(), |form| format!(", {form}"));
        let (name, at) = (self.target.record_name(record), self.target.location_text(record));
        format!("{name}  {at}{form}")
    }

    fn text(&self, outcome: &QueryOutcome<'_>, is_full: bool) -> String {
        let mut text = format!("{}\n", self.title(outcome.index));
        writeln!(text, "  {}", self.target.pattern_text(outcome.index));
        let Some(rule) = outcome.rule else {
            writeln!(text, "  skipped: {}", self.reason(outcome.index));
            if let Some(line) = self.missing_record(outcome.index) {
                writeln!(text, "  a record such as this maps it: {line}");
            }
            return text;
        };
        let (start, end, size) = (rule.start, rule.end, self.table.size());
        let opcode = self.table.opcode_name(rule);
        writeln!(
            text,
            "  rule {} for {opcode}, index {start} to {end} of {size}, score {}",
            rule.number, rule.score
        );
        if !outcome.steps.is_empty() {
            text.push_str("  by itself\n");
            for step in &outcome.steps {
                writeln!(text, "    {step}");
            }
        }
        let before: Vec<&TableRule> = self.table.before(rule).collect();
        if before.is_empty() {
            writeln!(text, "  tried first for {opcode}");
            return text;
        }
        writeln!(text, "  {} for {opcode} tried before it", counted(before.len(), "rule"));
        let first = if is_full { 0 } else { before.len().saturating_sub(SHOWN) };
        for earlier in &before[first..] {
            let title = self.title(earlier.pattern);
            let (start, score) = (earlier.start, earlier.score);
            writeln!(text, "    {start:>7}  rule {}, score {score}: {title}", earlier.number);
        }
        if first > 0 {
            writeln!(text, "    the last {SHOWN} are shown; --full shows all");
        }
        text
    }

    /// Describes a record none of whose patterns can be matched. `None` if a pattern can.
    fn text_without_pattern(&self, record: RecordId) -> Option<String> {
        let (name, at) = (self.target.record_name(record), self.target.location_text(record));
        let reason = "no pattern to match: --skipped without --global-isel shows the reason";
        let is_empty = self.target.indices_of(record).is_empty();
        is_empty.then(|| format!("{name}  {at}\n  {reason}\n"))
    }

    fn short(&self, index: usize) -> ShortRow<'s> {
        ShortRow::new(self.target, index)
    }

    fn row<'r>(&'r self, outcome: &'r QueryOutcome<'_>, has_before: bool) -> OutcomeRow<'r> {
        let row = |rule| self.rule_row(rule, &outcome.steps, has_before);
        OutcomeRow {
            pattern: self.short(outcome.index),
            skipped: outcome.rule.is_none().then(|| self.reason(outcome.index)),
            missing_record: self.missing_record(outcome.index),
            rule: outcome.rule.map(row),
        }
    }

    fn rule_row<'r>(
        &'r self,
        rule: &'r TableRule,
        steps: &'r [String],
        has_before: bool,
    ) -> PatternsRuleRow<'r> {
        let before = self.table.before(rule).filter(|_| has_before).map(|earlier| EarlierRule {
            pattern: self.short(earlier.pattern),
            rule: earlier.number,
            start: earlier.start,
        });
        PatternsRuleRow {
            number: rule.number,
            opcode: self.table.opcode_name(rule),
            start: rule.start,
            end: rule.end,
            score: rule.score,
            steps,
            before: before.collect(),
        }
    }
}

/// Returns the kind of a reason: the words before the specific names.
fn kind_of(reason: &str) -> &str {
    let end = [" (", ": {", " for Src operand"].iter().filter_map(|end| reason.find(end)).min();
    let kind = end.map_or(reason, |end| &reason[..end]);
    if kind.starts_with("SDNodeXForm ") { "SDNodeXForm has no custom renderer" } else { kind }
}

#[cfg(test)]
mod tests {
    use super::kind_of;

    #[test]
    fn reasons_of_a_kind_are_counted_together() {
        let kinds = [
            "Pattern operator lacks an equivalent Instruction (ISD::ADD)",
            "SDNodeXForm imm has no custom renderer",
            "unsupported type for Src operand (X:{ *:[Other] })",
            "Pattern defines a physical register",
        ]
        .map(kind_of);
        let expected = [
            "Pattern operator lacks an equivalent Instruction",
            "SDNodeXForm has no custom renderer",
            "unsupported type",
            "Pattern defines a physical register",
        ];
        assert_eq!(kinds, expected);
    }
}
