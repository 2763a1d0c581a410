//! Conditional blocks: conditions for the instructions after an `it`.

use rustc_hash::FxHashMap;
use tablewright_records::RecordStore;
use tablewright_target::instructions::InstructionId;
use tablewright_target::instructions::operands::{InstructionOperands, Operands as OperandList};
use tablewright_target::registers::RegisterId;

use crate::insn::{Insn, InsnOperand};
use crate::neighbour_syntax::{BlockKindRow, BlockSyntax};

/// Conditions for the next instructions in a stream. A stream begins outside blocks.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct BlockState {
    /// By kind. The next condition is last.
    conditions: [Vec<i64>; 2],
}

/// Instruction facts for blocks.
pub(crate) struct BlockTables {
    syntax: BlockSyntax,
    /// By kind, the register that a condition reads.
    flags: [Option<RegisterId>; 2],
    facts: FxHashMap<InstructionId, BlockFacts>,
}

/// An instruction's part in blocks.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct BlockFacts {
    is_counted: bool,
    kinds: [BlockOperands; 2],
}

/// An instruction's operands for a kind of blocks, as machine operand indices.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct BlockOperands {
    /// The mask, if the instruction begins a block.
    mask: Option<usize>,
    condition: Option<usize>,
    written_flags: Option<usize>,
}

impl BlockTables {
    pub(crate) fn new(syntax: BlockSyntax, flags: [Option<RegisterId>; 2]) -> BlockTables {
        BlockTables { syntax, flags, facts: FxHashMap::default() }
    }

    /// Adds an instruction from the tables in a namespace.
    pub(crate) fn add(
        &mut self,
        store: &RecordStore,
        operands: &InstructionOperands,
        instruction: InstructionId,
        namespace: &str,
    ) {
        let list = operands.for_instruction(instruction);
        let operand = |records: &[&str]| operand_with(store, list, records);
        let kind = |row: BlockKindRow| BlockOperands {
            mask: operand(&[row.mask]),
            condition: operand(row.conditions),
            written_flags: operand(&[row.written_flags]),
        };
        let is_counted = !self.syntax.uncounted_tables.contains(&namespace);
        let facts = BlockFacts { is_counted, kinds: self.syntax.kinds.map(kind) };
        self.facts.insert(instruction, facts);
    }

    /// Gives an instruction the next condition, and begins the instruction's block.
    pub(crate) fn apply(&self, insn: &mut Insn, state: &mut BlockState) {
        let facts = self.facts.get(&insn.instruction).copied().unwrap_or_default();
        if facts.is_counted
            && let Some(kind) = state.conditions.iter().position(|open| !open.is_empty())
            && let Some(condition) = state.conditions[kind].pop()
        {
            self.set_condition(kind, facts.kinds[kind], condition, insn);
        }
        let rows = self.syntax.kinds.iter().zip(facts.kinds);
        for ((row, operands), conditions) in rows.zip(&mut state.conditions) {
            if let Some(mask) = operands.mask {
                begin(row, mask, insn, conditions);
            }
        }
    }

    fn set_condition(&self, kind: usize, operands: BlockOperands, condition: i64, insn: &mut Insn) {
        let is_always = condition == self.syntax.kinds[kind].always;
        let flags = self.flags[kind].filter(|_| !is_always);
        let flags = flags.map_or(InsnOperand::NoRegister, InsnOperand::Register);
        let mut set = |operand: Option<usize>, value| {
            if let Some(place) = operand.and_then(|operand| insn.operands.get_mut(operand)) {
                *place = value;
            }
        };
        set(operands.condition, InsnOperand::Number(condition));
        set(operands.condition.map(|operand| operand + 1), flags);
        set(operands.written_flags, InsnOperand::NoRegister);
    }
}

/// Returns the first machine operand for these records.
fn operand_with(store: &RecordStore, list: OperandList<'_>, records: &[&str]) -> Option<usize> {
    let name = |own| store.record(list.class(own).record).name();
    let own = list.list().iter().find(|own| records.contains(&name(own)))?;
    Some(own.mi_operand as usize)
}

/// Begins an instruction's block. The lowest set bit in the mask ends the block. A set bit above is an instruction
/// with the opposite condition.
fn begin(row: &BlockKindRow, mask: usize, insn: &Insn, conditions: &mut Vec<i64>) {
    let number = |operand: usize| insn.operands.get(operand).and_then(|own| own.number());
    let first = row.first.or_else(|| mask.checked_sub(1).and_then(number));
    let (Some(first), Some(mask)) = (first, number(mask)) else { return };
    let last = (mask & 15).trailing_zeros();
    let is_opposite = |bit: u32| mask >> bit & 1 != 0;
    let condition = |bit| if is_opposite(bit) { first ^ row.opposite } else { first };
    conditions.extend((last + 1..4).map(condition));
    conditions.push(first);
}
