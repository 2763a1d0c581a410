//! Overlaps: pairs of rules that may match the same instruction.

use std::collections::{BTreeMap, BTreeSet};

use tablewright_records::{RecordStore, TextSink};
use tablewright_selection::global_isel::InsnId;

use super::CombinesCombiner;
use crate::graphviz::Quoted;

/// Two overlapping rules in a combiner.
pub(super) struct OverlapsPair<'s> {
    /// Number and name of the rule that is tried first.
    pub(super) first: (u32, &'s str),
    pub(super) second: (u32, &'s str),
}

/// Returns overlapping pairs by root opcode. At least one rule in each pair is selected.
pub(super) fn pairs<'s>(
    store: &'s RecordStore,
    combiner: &CombinesCombiner<'s>,
) -> BTreeMap<String, Vec<OverlapsPair<'s>>> {
    let rules = &combiner.rules;
    let mut seen = BTreeSet::new();
    let mut pairs: BTreeMap<String, Vec<OverlapsPair<'s>>> = BTreeMap::new();
    for overlap in rules.overlaps() {
        let tried = &rules.tried[overlap.first];
        let opcode = tried.rule.instructions[InsnId::ROOT].opcode().map(|opcode| opcode.first);
        let (first, second) = (tried.place, rules.tried[overlap.second].place);
        let is_shown = combiner.shown.contains(&first) || combiner.shown.contains(&second);
        if !is_shown || !seen.insert((opcode, first, second)) {
            continue;
        }
        let name = opcode.map_or(String::new(), |opcode| combiner.opcode_name(store, opcode));
        let of = |index: usize| (rules.rules[index].id, combiner.name_of(store, index));
        pairs.entry(name).or_default().push(OverlapsPair { first: of(first), second: of(second) });
    }
    pairs
}

pub(super) fn text(store: &RecordStore, combiners: &[CombinesCombiner<'_>]) -> String {
    let mut text = String::new();
    for combiner in combiners {
        let pairs = pairs(store, combiner);
        let count: usize = pairs.values().map(Vec::len).sum();
        if !text.is_empty() {
            text.push('\n');
        }
        writeln!(text, "{}: overlapping pairs of rules: {count}", combiner.record.name());
        for (opcode, pairs) in pairs {
            writeln!(text, "\n  {opcode}");
            for OverlapsPair { first, second } in pairs {
                writeln!(text, "    {} {} before {} {}", first.0, first.1, second.0, second.1);
            }
        }
    }
    text
}

/// Builds a graph with an edge from each rule to the overlapping rules tried after it.
pub(super) fn dot(store: &RecordStore, combiners: &[CombinesCombiner<'_>]) -> String {
    let mut text = "digraph overlaps {\n".to_owned();
    for combiner in combiners {
        let combiner_name = combiner.record.name();
        for (opcode, pairs) in pairs(store, combiner) {
            for pair in pairs {
                let node = |name: &str| format!("{combiner_name}.{name}");
                let (first, second) = (node(pair.first.1), node(pair.second.1));
                let (first, second) = (Quoted(&first), Quoted(&second));
                writeln!(text, "  {first} -> {second} [label = {}];", Quoted(&opcode));
            }
        }
    }
    text.push_str("}\n");
    text
}
