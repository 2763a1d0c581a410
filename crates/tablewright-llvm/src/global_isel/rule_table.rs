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

use super::model::{Selector, SelectorNames};
use crate::support::match_table::RuleOffsets;

/// A rule in the table.
#[derive(Clone, Debug)]
pub struct TableRule {
    /// Its number, which a comment in the table has.
    pub number: u32,
    /// The index of its pattern in `PatternsToMatch::list`.
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

/// A pattern without a rule.
#[derive(Clone, Debug)]
pub struct SkippedRule {
    /// The index of the pattern in `PatternsToMatch::list`.
    pub pattern: usize,
    /// Reason for the missing rule, as in `--warn-on-skipped-patterns`.
    pub reason: String,
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
        let skipped = selector.skipped(diagnostics)?.into_iter();
        let skipped = skipped
            .map(|(number, reason)| SkippedRule { pattern: selector.pattern_of(number), reason })
            .collect();
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

    /// Returns a pattern's rule.
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
            let is_step = |line: &&str| line.starts_with("GIM_") || line.starts_with("GIR_");
            let lines = text.lines().map(str::trim).filter(is_step).map(str::to_owned);
            let mut lines: Vec<String> = lines.collect();
            // The table that has the rule alone ends with this.
            lines.pop();
            steps.push(lines);
        }
        Ok(steps)
    }
}
