//! The `--gen-global-isel` table as data: for each pattern, its rule's position, steps and predecessors, or the
//! reason for a missing rule.
//!
//! In: a target's records. Out: a [`RuleTable`]. Offsets refer to the table printed with default options.

use rustc_hash::FxHashMap;
use tablewright_backend::Failure;
use tablewright_records::RecordStore;
use tablewright_selection::global_isel::low_level_type::TypeDetail;
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_target::instructions::{InstructionId, Instructions};
use tablewright_text::CppWriter;

pub use super::model::SkippedRule;
use super::model::{Selector, SelectorNames};
use crate::support::match_table::RuleOffsets;

/// A rule in the table.
#[derive(Clone, Debug)]
pub struct TableRule {
    /// Its number, which a comment in the table has.
    pub number: u32,
    /// The index of its pattern in `PatternsToMatch::list`, where patterns are split by hardware mode. It is not an
    /// index of `selector_patterns`, which may keep all modes in one pattern.
    pub pattern: usize,
    /// The instruction that it matches at its root.
    pub opcode: Option<InstructionId>,
    /// Score: among rules for an opcode, higher scores are tried first.
    pub score: i64,
    /// Start offset.
    pub start: u32,
    /// End offset.
    pub end: u32,
}

/// A target's table.
pub struct RuleTable<'s> {
    store: &'s RecordStore,
    instructions: &'s Instructions,
    rules: Vec<TableRule>,
    skipped: Vec<SkippedRule>,
    size: u32,
}

impl<'s> RuleTable<'s> {
    /// Builds a target's table.
    ///
    /// # Errors
    ///
    /// The same errors as `--gen-global-isel`.
    pub fn new(
        store: &'s RecordStore,
        diagnostics: &mut Diagnostics,
    ) -> Result<RuleTable<'s>, Failure> {
        let names = SelectorNames::new(store)?;
        let mut selector =
            Selector::collect(store, &names, false, TypeDetail::Size, None, diagnostics)?;
        let heads: FxHashMap<u32, (i64, Option<InstructionId>)> = selector
            .rules()
            .iter()
            .map(|rule| (rule.number, (rule.score, rule.root_opcode().map(|of| of.first))))
            .collect();
        let skipped = selector.skipped(diagnostics)?;
        let table = selector.take_table(true, false)?;
        let rule = |&RuleOffsets { number, start, end }: &RuleOffsets| {
            let (score, opcode) = heads.get(&number).copied().unwrap_or_default();
            let pattern = selector.pattern_of(number);
            TableRule { number, pattern, opcode, score, start, end }
        };
        let rules = table.rules().iter().map(rule).collect();
        let size = table.size();
        Ok(RuleTable { store, instructions: store.analysis(diagnostics)?, rules, skipped, size })
    }

    /// Returns the table size in bytes.
    pub fn size(&self) -> u32 {
        self.size
    }

    /// Returns the rules in the order of the table.
    pub fn rules(&self) -> &[TableRule] {
        &self.rules
    }

    /// Returns the patterns without rules, in the order in which they were read.
    pub fn skipped(&self) -> &[SkippedRule] {
        &self.skipped
    }

    /// Returns the rule for a pattern in `PatternsToMatch::list`. A record has a pattern, and so a rule, for each
    /// hardware mode that its types depend on, and for each variant.
    pub fn rule_of(&self, pattern: usize) -> Option<&TableRule> {
        self.rules.iter().find(|rule| rule.pattern == pattern)
    }

    /// Returns the rule that contains a table index.
    pub fn rule_at(&self, index: u32) -> Option<&TableRule> {
        let next = self.rules.partition_point(|rule| rule.end <= index);
        self.rules.get(next).filter(|rule| rule.start <= index)
    }

    /// Returns the first rule that begins after an index of the table.
    pub fn rule_after(&self, index: u32) -> Option<&TableRule> {
        self.rules.get(self.rules.partition_point(|rule| rule.start <= index))
    }

    /// Iterates over the rules for the same opcode that are tried before a rule.
    pub fn before<'t>(&'t self, rule: &'t TableRule) -> impl Iterator<Item = &'t TableRule> {
        let earlier = self.rules.iter().take_while(|other| other.start < rule.start);
        earlier.filter(|other| other.opcode == rule.opcode)
    }

    /// Returns the name of the instruction that a rule matches at its root.
    pub fn opcode_name(&self, rule: &TableRule) -> &'s str {
        let name = |id| self.store.record(self.instructions.record(id)).name();
        rule.opcode.map_or("", name)
    }

    /// Returns the checks and actions of rules in order, as separate tables would print them.
    ///
    /// # Errors
    ///
    /// The same errors as `--gen-global-isel`.
    pub fn steps(
        &self,
        numbers: &[u32],
        diagnostics: &mut Diagnostics,
    ) -> Result<Vec<Vec<String>>, Failure> {
        let names = SelectorNames::new(self.store)?;
        let mut selector =
            Selector::collect(self.store, &names, false, TypeDetail::Size, None, diagnostics)?;
        let mut steps = Vec::with_capacity(numbers.len());
        for &number in numbers {
            let mut w = CppWriter::new();
            selector.take_table_of_rule(number)?.emit(&|_, _| {}, &mut w);
            let text = w.finish();
            let mut lines: Vec<String> = text.lines().filter_map(step_of_line).collect();
            // The table that has the rule alone ends with this.
            lines.pop();
            steps.push(lines);
        }
        Ok(steps)
    }
}

/// Returns the check or action on a line of a table, without the offset in that table: `/*  7 */ GIR_Done,` has
/// `GIR_Done,`. Returns `None` for other lines.
fn step_of_line(line: &str) -> Option<String> {
    let line = line.trim();
    let step = match line.strip_prefix("/*").and_then(|line| line.split_once("*/")) {
        Some((_, step)) => step.trim_start(),
        None => line,
    };
    (step.starts_with("GIM_") || step.starts_with("GIR_")).then(|| step.to_owned())
}

#[cfg(test)]
mod tests {
    use super::step_of_line;

    #[test]
    fn steps_are_read_with_and_without_offsets() {
        let lines =
            ["  /*  7 */ GIR_Done,", "GIM_Try, /*On fail goto*/", "// GIR_Coverage", "/* 9 */"];
        let steps = lines.map(step_of_line);
        let expected = [Some("GIR_Done,"), Some("GIM_Try, /*On fail goto*/"), None, None];
        assert_eq!(steps, expected.map(|step| step.map(str::to_owned)));
    }
}
