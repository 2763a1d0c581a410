//! The rules of a combiner and of its table as data, for people and tools.

use tablewright_backend::Failure;
use tablewright_records::Record;
use tablewright_target::combines::{CombineRule, RuleReader, may_overlap};
use tablewright_target::global_isel::InsnId;
use tablewright_target::global_isel::rule::Rule;

use super::model::{self, ReadOptions, Shared};

/// The rules of a combiner.
#[derive(Debug)]
pub struct TableRules {
    /// The rules as they are described, by number.
    pub rules: Vec<CombineRule>,
    /// The rules of the table, those of one opcode in the order in which they are tried.
    pub tried: Vec<TriedRule>,
}

/// A rule of the table. A rule of the combiner is several, if it uses fragments or `wip_match_opcode`.
#[derive(Debug)]
pub struct TriedRule {
    /// What it checks and does.
    pub rule: Rule,
    /// The place of the combiner's rule.
    pub place: usize,
}

/// Two rules that may match the same root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Overlap {
    /// The place among the rules of the table of the one that is tried first.
    pub first: usize,
    /// The place of the other one.
    pub second: usize,
}

/// Reads the rules of a combiner.
///
/// # Errors
/// Where the combiner or one of its rules is invalid.
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
    /// The pairs of rules of the table that may match the same root and come from different rules of the
    /// combiner. See [`may_overlap`] for what that means.
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
