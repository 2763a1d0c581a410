//! The rules in a combiner and in its table, as data for tools.

use tablewright_backend::Failure;
use tablewright_records::Record;
use tablewright_selection::combines::{CombineRule, RuleReader, may_overlap};
use tablewright_selection::global_isel::InsnId;
use tablewright_selection::global_isel::rule::Rule;

use super::model::{self, ReadOptions, Shared};

/// A combiner's rules.
#[derive(Debug)]
pub struct TableRules {
    /// The rules as described, by number.
    pub rules: Vec<CombineRule>,
    /// Rules in the table. Rules with the same opcode are in trial order.
    pub tried: Vec<TriedRule>,
}

/// A table rule. A combiner rule has several if it uses fragments or `wip_match_opcode`.
#[derive(Debug)]
pub struct TriedRule {
    /// Checks and actions.
    pub rule: Rule,
    /// Position in the combiner's rules.
    pub place: usize,
}

/// Two rules that may match the same root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Overlap {
    /// Position of the first tried rule, among the rules in the table.
    pub first: usize,
    /// The other rule's position.
    pub second: usize,
}

/// Reads a combiner's rules.
///
/// # Errors
///
/// If the combiner or a rule is invalid.
pub fn read<'s>(
    combiner: Record<'s>,
    reader: &mut RuleReader<'s, '_>,
) -> Result<TableRules, Failure> {
    let options =
        ReadOptions { names_alternatives: false, stops_after_parse: false, keeps_rules: true };
    let mut shared = Shared::default();
    let read = model::read_rules(combiner, options, reader, &mut shared)?;
    let mut tried: Vec<TriedRule> = std::mem::take(&mut shared.rules.rules)
        .into_iter()
        .map(|rule| TriedRule { place: read.owners[rule.number as usize] as usize, rule })
        .collect();
    // The table tries rules that look at fewer operands of the root first.
    tried.sort_by_key(|tried| tried.rule.instructions[InsnId::ROOT].operands.len());
    Ok(TableRules { rules: read.kept, tried })
}

impl TableRules {
    /// Finds pairs of table rules from different combiner rules that may match the same root. [`may_overlap`] defines
    /// the test.
    pub fn overlaps(&self) -> Vec<Overlap> {
        let mut overlaps = Vec::new();
        for (second, b) in self.tried.iter().enumerate() {
            for (first, a) in self.tried[..second].iter().enumerate() {
                if a.place != b.place && may_overlap(&a.rule, &b.rule) {
                    overlaps.push(Overlap { first, second });
                }
            }
        }
        overlaps
    }
}
