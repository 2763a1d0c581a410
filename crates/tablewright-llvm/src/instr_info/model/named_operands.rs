//! Operands by name, for instructions with `UseNamedOperandTable`.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use tablewright_backend::Failure;
use tablewright_syntax::symbol::Symbol;

use super::{InstrAnalyses, bit};

/// The machine operands of the operands with a name.
pub(crate) struct NamedOperands<'s> {
    /// The names of operands in byte order, each with its number.
    pub(crate) names: Vec<(&'s str, u32)>,
    /// Instructions with the same names at the same machine operands, in the order of these.
    pub(crate) groups: Vec<NamedOperandGroup<'s>>,
}

/// Instructions with the same names at the same machine operands.
pub(crate) struct NamedOperandGroup<'s> {
    /// By the number of a name, the number of the machine operand; `None` for an operand that the
    /// instructions lack.
    pub(crate) mi_operands: Vec<Option<u32>>,
    pub(crate) instructions: Vec<&'s str>,
}

impl<'s> NamedOperands<'s> {
    pub(super) fn collect(analyses: InstrAnalyses<'s>) -> Result<NamedOperands<'s>, Failure> {
        let mut numbers: FxHashMap<Symbol, u32> = FxHashMap::default();
        // Groups are ordered by their operands: pairs of the name's number and the machine operand.
        let mut groups: BTreeMap<Vec<(u32, u32)>, Vec<&str>> = BTreeMap::new();
        for (id, record) in analyses.records() {
            if !bit(record, "UseNamedOperandTable")? {
                continue;
            }
            let operands = analyses.operands.of(id).list();
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
            numbers.iter().map(|(&name, &number)| (analyses.store.str(name), number)).collect();
        // Names differ, so the order of the hash map cannot show.
        names.sort_unstable();
        let groups = groups.into_iter().map(|(numbered, instructions)| {
            let mut mi_operands = vec![None; names.len()];
            for (name, mi_operand) in numbered {
                mi_operands[name as usize] = Some(mi_operand);
            }
            NamedOperandGroup { mi_operands, instructions }
        });
        Ok(NamedOperands { groups: groups.collect(), names })
    }
}
