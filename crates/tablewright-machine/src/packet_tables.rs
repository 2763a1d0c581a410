//! Instruction facts for packets.

use rustc_hash::FxHashMap;
use tablewright_records::{FieldError, Record, RecordId, RecordStore};
use tablewright_target::instructions::operands::{InstructionOperands, Operands as OperandList};
use tablewright_target::instructions::{InstructionId, Instructions};
use tablewright_target::registers::RegisterId;

use crate::codec_builder::CodecBuilder;
use crate::field_number::field_number;
use crate::packet_slots::{SlotMask, slots_by_class};
use crate::packet_syntax::PacketSyntax;

/// Instruction facts for packets.
pub(crate) struct PacketTables {
    pub(crate) syntax: PacketSyntax,
    facts: FxHashMap<InstructionId, PacketFacts>,
    /// Registers that instructions write without an operand for them.
    implied: FxHashMap<InstructionId, Vec<RegisterId>>,
    /// Registers that conditions test.
    pub(crate) predicates: Vec<RegisterId>,
}

/// An instruction's part in its packet. Operands are machine operand indices.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct PacketFacts {
    pub(crate) is_extender: bool,
    pub(crate) extendable: Option<ExtendableOperand>,
    /// The register that an instruction before writes.
    pub(crate) new_value: Option<usize>,
    /// The written registers that later instructions of the packet can read.
    pub(crate) produced: [Option<usize>; 2],
    pub(crate) is_vector: bool,
    pub(crate) condition: Option<PacketCondition>,
    pub(crate) slots: SlotMask,
    pub(crate) branch: Option<PacketBranch>,
    /// Whether the instruction must be the packet's only store.
    pub(crate) is_only_store: bool,
    pub(crate) is_store: bool,
}

/// A branch's places among a packet's branches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PacketBranch {
    /// Whether the branch can precede another branch.
    pub(crate) can_be_first: bool,
    /// Whether the branch can follow another branch.
    pub(crate) can_be_second: bool,
}

/// The predicate register that an instruction tests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PacketCondition {
    /// The operand; `None` for an implied register.
    pub(crate) operand: Option<usize>,
    pub(crate) implied: Option<RegisterId>,
    pub(crate) is_negated: bool,
    /// Whether an instruction of the packet writes the register.
    pub(crate) is_new: bool,
}

/// A number that an extender can replace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ExtendableOperand {
    pub(crate) operand: usize,
    /// The left shift without an extender.
    pub(crate) shift: u32,
    pub(crate) is_signed: bool,
    /// Whether the number stays as it is.
    pub(crate) is_kept: bool,
}

/// The bits that an extended number takes from its instruction.
const LOW_BITS: i64 = 0x3f;

impl ExtendableOperand {
    /// Returns the number with an extender's number as upper bits.
    pub(crate) fn extended(self, number: i64, upper: i64) -> i64 {
        if self.is_kept {
            return number;
        }
        let bits = (upper | number >> self.shift & LOW_BITS) as u32;
        if self.is_signed { i64::from(bits as i32) } else { i64::from(bits) }
    }
}

/// Reads the facts of instructions.
pub(crate) struct PacketTablesBuilder<'b, 'a, 's> {
    pub(crate) codecs: &'b CodecBuilder<'a, 's>,
    pub(crate) instructions: &'s Instructions,
    pub(crate) operands: &'s InstructionOperands,
    pub(crate) syntax: PacketSyntax,
}

impl PacketTablesBuilder<'_, '_, '_> {
    pub(crate) fn build(&self) -> Result<PacketTables, FieldError> {
        let store = self.codecs.store;
        let class = store.find_record(self.syntax.predicates);
        let predicates = class.map(|class| self.codecs.members(class)).unwrap_or_default();
        let predicates: Vec<RegisterId> = predicates.into_iter().map(|member| member.0).collect();
        let slots = slots_by_class(self.codecs.subtarget, &self.syntax)?;
        let mut facts = FxHashMap::default();
        let mut implied = FxHashMap::default();
        for (id, record) in self.instructions.iter() {
            let record = store.record(record);
            let mut written = self.registers(record, "Defs");
            written.retain(|id| {
                let name = self.codecs.names.registers.name(*id);
                !self.syntax.shared.contains(&name)
            });
            if !written.is_empty() {
                implied.insert(id, written);
            }
            let mut own = self.facts(record, self.operands.for_instruction(id), &slots);
            if let Some(condition) = own.condition.as_mut().filter(|it| it.operand.is_none()) {
                let mut read = self.registers(record, "Uses").into_iter();
                condition.implied = read.find(|register| predicates.contains(register));
            }
            if own != PacketFacts::default() {
                facts.insert(id, own);
            }
        }
        Ok(PacketTables { syntax: self.syntax, facts, implied, predicates })
    }

    fn facts(
        &self,
        record: Record<'_>,
        list: OperandList<'_>,
        slots: &FxHashMap<RecordId, SlotMask>,
    ) -> PacketFacts {
        let store = self.codecs.store;
        let number = |field: &str| field_number(record, field).unwrap_or(0);
        let flag = |field: &str| number(field) != 0;
        let index = |field: &str| usize::try_from(number(field)).unwrap_or(0);
        let is_new = |name: &str| self.syntax.new_values.contains(&name);
        let mut named = list.list().iter().filter(|it| is_new(store.str(it.name)));
        let new_value = named.next().filter(|_| flag("isNewValue"));
        let is_kept = list.list().iter().any(|operand| {
            let operand = store.record(list.class(operand).record);
            self.syntax.unextended.contains(&operand.name())
        });
        let is_branch = flag("isBranch") || flag("isCall") || flag("isReturn");
        let itinerary = record.optional_record("Itinerary").ok().flatten();
        PacketFacts {
            is_extender: record.name() == self.syntax.extender,
            extendable: (flag("isExtendable") || flag("isExtended")).then(|| ExtendableOperand {
                operand: index("opExtendable"),
                shift: index("opExtentAlign") as u32,
                is_signed: flag("isExtentSigned"),
                is_kept,
            }),
            new_value: new_value.map(|operand| operand.mi_operand as usize),
            produced: [
                flag("hasNewValue").then(|| index("opNewValue")),
                flag("hasNewValue2").then(|| index("opNewValue2")),
            ],
            is_vector: flag("isCVI"),
            condition: flag("isPredicated").then(|| PacketCondition {
                operand: predicate(store, list, self.syntax.predicates),
                implied: None,
                is_negated: flag("isPredicatedFalse"),
                is_new: flag("isPredicatedNew"),
            }),
            branch: is_branch.then(|| PacketBranch {
                can_be_first: !flag("cofMax1") || flag("cofRelax1"),
                can_be_second: !flag("cofMax1") || flag("cofRelax2"),
            }),
            is_only_store: flag("isRestrictNoSlot1Store"),
            is_store: flag("mayStore"),
            slots: itinerary.and_then(|it| slots.get(&it.id()).copied()).unwrap_or(0),
        }
    }

    /// Returns the registers in a list of an instruction.
    fn registers(&self, record: Record<'_>, field: &str) -> Vec<RegisterId> {
        let list = record.list_of_records(field).unwrap_or_default();
        let registers = self.codecs.names.registers;
        list.iter().filter_map(|register| registers.for_record(register.id())).collect()
    }
}

impl PacketTables {
    pub(crate) fn facts(&self, instruction: InstructionId) -> PacketFacts {
        self.facts.get(&instruction).copied().unwrap_or_default()
    }

    /// Returns the registers that an instruction writes without an operand for them.
    pub(crate) fn implied(&self, instruction: InstructionId) -> &[RegisterId] {
        self.implied.get(&instruction).map_or(&[], Vec::as_slice)
    }
}

/// Returns the first predicate register among the inputs.
fn predicate(store: &RecordStore, list: OperandList<'_>, class: &str) -> Option<usize> {
    let mut inputs = list.list().iter().skip(list.def_count());
    let own = inputs.find(|it| store.record(list.class(it).record).name() == class);
    own.map(|operand| operand.mi_operand as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extended_numbers_have_six_bits_of_their_instruction_without_its_scale() {
        let word = ExtendableOperand { operand: 1, shift: 2, is_signed: false, is_kept: false };
        assert_eq!(word.extended(4, 0x40), 0x41);
        assert_eq!(word.extended(-4, 0xffff_ffc0), 0xffff_ffff);
        let signed = ExtendableOperand { is_signed: true, shift: 0, ..word };
        assert_eq!(signed.extended(59, 0xffff_ffc0), -5);
        assert_eq!(ExtendableOperand { is_kept: true, ..word }.extended(4, 0x40), 4);
    }
}
