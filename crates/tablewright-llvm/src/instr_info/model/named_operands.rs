//! Operands by name, for instructions with `UseNamedOperandTable`.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use tablewright_backend::Failure;
use tablewright_syntax::symbol::Symbol;

use super::{Facts, bit};

/// Where the instructions have their operands.
pub(crate) struct NamedOperands<'s> {
    /// The names of operands in byte order, each with its number.
    pub(crate) names: Vec<(&'s str, u32)>,
    /// Instructions that have the same operands at the same places, in the order of these.
    pub(crate) groups: Vec<NamedOperandGroup<'s>>,
}

/// Instructions that have the same operands at the same places.
pub(crate) struct NamedOperandGroup<'s> {
    /// By the number of a name, the number of the machine operand; `None` for an operand that the
    /// instructions lack.
    pub(crate) places: Vec<Option<u32>>,
    pub(crate) instructions: Vec<&'s str>,
}

impl<'s> NamedOperands<'s> {
    pub(super) fn collect(facts: Facts<'s>) -> Result<NamedOperands<'s>, Failure> {
        let mut numbers: FxHashMap<Symbol, u32> = FxHashMap::default();
        // Groups are ordered by their operands: pairs of the number of the name and the place.
        let mut groups: BTreeMap<Vec<(u32, u32)>, Vec<&str>> = BTreeMap::new();
        for (id, record) in facts.records() {
            if !bit(record, "UseNamedOperandTable")? {
                continue;
            }
            let operands = facts.operands.of(id).list();
            let mut numbered: Vec<(u32, u32)> = Vec::with_capacity(operands.len());
            for operand in operands {
                let next = numbers.len() as u32;
                let number = *numbers.entry(operand.name).or_insert(next);
                numbered.push((number, operand.mi_operand));
            }
            numbered.sort_unstable();
            groups.entry(numbered).or_default().push(record.name());
        }
        let mut names: Vec<(&str, u32)> =
            numbers.iter().map(|(&name, &number)| (facts.store.str(name), number)).collect();
        // Names differ, so the order of the hash map cannot show.
        names.sort_unstable();
        let groups = groups.into_iter().map(|(numbered, instructions)| {
            let mut places = vec![None; names.len()];
            for (name, mi_operand) in numbered {
                places[name as usize] = Some(mi_operand);
            }
            NamedOperandGroup { places, instructions }
        });
        Ok(NamedOperands { groups: groups.collect(), names })
    }
}
