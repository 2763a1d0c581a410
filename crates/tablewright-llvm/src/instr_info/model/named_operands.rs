//! Operands by name, for instructions with `UseNamedOperandTable`.

use rustc_hash::FxHashMap;
use tablewright_backend::Failure;
use tablewright_records::{FieldError, RecordView};
use tablewright_syntax::symbol::Symbol;
use tablewright_target::instructions::InstructionId;
use tablewright_target::record_views::instruction::{InstructionRecord, OperandRecord};

use super::{InstrAnalyses, InstrInfoLayout};

/// The machine operands of the operands with a name.
pub(crate) struct NamedOperands<'s> {
    /// The names of operands in byte order, each with its number.
    pub(crate) names: Vec<(&'s str, u32)>,
    /// Group number by instruction. Instructions without names are in the first group, which is empty.
    pub(crate) group_of: Vec<usize>,
    /// Number of machine operands up to the last named operand.
    pub(crate) named_width: usize,
    /// Operand parts: operand name, part name and part index.
    pub(crate) sub_operands: Vec<(&'s str, &'s str, usize)>,
    /// Groups of instructions with the same names at the same machine operands, ordered by these or by first
    /// instruction.
    pub(crate) groups: Vec<NamedOperandGroup<'s>>,
}

/// Instructions with the same names at the same machine operands.
pub(crate) struct NamedOperandGroup<'s> {
    /// Machine operand number by name number; `None` for an operand that the instructions lack.
    pub(crate) mi_operands: Vec<Option<u32>>,
    /// Name number by machine operand, up to the last named operand.
    pub(crate) name_of: Vec<Option<u32>>,
    pub(crate) instructions: Vec<&'s str>,
}

/// Instructions whose operands have the same names.
#[derive(Default)]
struct InstrInfoGroup {
    /// The number of each name and the machine operand.
    operands: Vec<(u32, u32)>,
    instructions: Vec<InstructionId>,
}

impl<'s> NamedOperands<'s> {
    pub(super) fn collect(
        analyses: InstrAnalyses<'s>,
        layout: InstrInfoLayout,
    ) -> Result<NamedOperands<'s>, Failure> {
        let mut numbers: FxHashMap<Symbol, u32> = FxHashMap::default();
        let mut groups: Vec<InstrInfoGroup> = Vec::new();
        let mut by_operands: FxHashMap<Vec<(u32, u32)>, usize> = FxHashMap::default();
        match layout {
            InstrInfoLayout::OperandsFirst => {}
            // Instructions without names have a row, too.
            InstrInfoLayout::ImplicitOpsFirst => {
                groups.push(InstrInfoGroup::default());
                by_operands.insert(Vec::new(), 0);
            }
        }
        for (id, record) in analyses.records() {
            if !InstructionRecord::new(record).use_named_operand_table()? {
                continue;
            }
            let operands = analyses.operands.for_instruction(id).list();
            let mut numbered: Vec<(u32, u32)> = Vec::with_capacity(operands.len());
            for operand in operands {
                let next = numbers.len() as u32;
                let number = *numbers.entry(operand.name).or_insert(next);
                numbered.push((number, operand.mi_operand));
            }
            numbered.sort_unstable();
            let group = *by_operands.entry(numbered).or_insert_with_key(|numbered| {
                groups
                    .push(InstrInfoGroup { operands: numbered.clone(), instructions: Vec::new() });
                groups.len() - 1
            });
            groups[group].instructions.push(id);
        }
        match layout {
            InstrInfoLayout::OperandsFirst => {
                groups.sort_unstable_by(|a, b| a.operands.cmp(&b.operands))
            }
            InstrInfoLayout::ImplicitOpsFirst => {}
        }
        let store = analyses.store;
        let mut names: Vec<(&str, u32)> =
            numbers.iter().map(|(&name, &number)| (store.str(name), number)).collect();
        // Names and numbers differ, so the order of the hash map cannot show.
        match layout {
            InstrInfoLayout::OperandsFirst => names.sort_unstable(),
            InstrInfoLayout::ImplicitOpsFirst => names.sort_unstable_by_key(|&(_, number)| number),
        }
        let mut group_of = vec![0; analyses.instructions.len()];
        for (index, group) in groups.iter().enumerate() {
            group.instructions.iter().for_each(|instruction| group_of[instruction.index()] = index);
        }
        let operands = groups.iter().flat_map(|group| &group.operands);
        let last = operands.map(|&(_, mi_operand)| mi_operand as usize + 1);
        let named_width = last.max().unwrap_or(0);
        let name = |id| store.record(analyses.instructions.record(id)).name();
        let groups =
            groups.into_iter().map(|InstrInfoGroup { operands: numbered, instructions }| {
                let mut mi_operands = vec![None; names.len()];
                let mut name_of = vec![None; named_width];
                for (name, mi_operand) in numbered {
                    mi_operands[name as usize] = Some(mi_operand);
                    name_of[mi_operand as usize] = Some(name);
                }
                let instructions = instructions.into_iter().map(name).collect();
                NamedOperandGroup { mi_operands, name_of, instructions }
            });
        let groups = groups.collect();
        let sub_operands = sub_operands(analyses, layout)?;
        Ok(NamedOperands { groups, names, group_of, named_width, sub_operands })
    }
}

/// Returns the parts named in `Operand` records, in natural order of the operands.
fn sub_operands<'s>(
    analyses: InstrAnalyses<'s>,
    layout: InstrInfoLayout,
) -> Result<Vec<(&'s str, &'s str, usize)>, FieldError> {
    let mut sub_operands = Vec::new();
    match layout {
        InstrInfoLayout::OperandsFirst => return Ok(sub_operands),
        InstrInfoLayout::ImplicitOpsFirst => {}
    }
    for operand in OperandRecord::all_if_defined(analyses.store) {
        // Code cannot refer to an anonymous record.
        if operand.is_anonymous() {
            continue;
        }
        for (index, part) in operand.mi_operand_info()?.args.iter().enumerate() {
            if let Some(name) = part.name {
                sub_operands.push((operand.name(), analyses.store.str(name), index));
            }
        }
    }
    Ok(sub_operands)
}
