//! Instructions for linkers and simulators: relative targets, operands that relocations fill in.

use std::fmt;

use tablewright_records::{FieldError, RecordStore, RecordView, Value, ValueId};
use tablewright_target::decoding::predicates::conditions_of;
use tablewright_target::hw_modes::HwModeId;
use tablewright_target::instructions::operands::InstructionOperands;
use tablewright_target::instructions::{InstructionId, Instructions};
use tablewright_target::record_views::subtarget::PredicateRecord;
use tablewright_target::registers::RegisterId;

use crate::assemble::RelativePlace;
use crate::described_relocations::RelocatedPart;
use crate::insn::{Insn, InsnOperand};
use crate::machine::Machine;
use crate::text::MachineFacts;

/// The reason why an operand cannot be filled in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LinkError(pub String);

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for LinkError {}

impl<'s> Machine<'s> {
    /// Returns the records.
    pub fn store(&self) -> &'s RecordStore {
        self.store
    }

    /// Returns the target's instructions.
    pub fn instructions(&self) -> &'s Instructions {
        self.instructions
    }

    /// Returns all instruction operands.
    pub fn operands(&self) -> &'s InstructionOperands {
        self.operands
    }

    /// Returns the subtarget's hardware mode.
    pub fn hw_mode(&self) -> HwModeId {
        self.subtarget.mode
    }

    /// Whether all `Predicate` records in a list hold.
    ///
    /// # Errors
    /// If a predicate is invalid.
    pub fn has_predicates(&self, predicates: ValueId) -> Result<bool, FieldError> {
        let Value::List(list) = self.store.value(predicates) else { return Ok(true) };
        let records =
            list.elements.iter().filter_map(|&element| self.store.value(element).as_def());
        let views: Vec<PredicateRecord<'_>> =
            records.map(|record| PredicateRecord::new(self.store.record(record))).collect();
        Ok(conditions_of(&views)?.iter().all(|condition| self.subtarget.features.holds(condition)))
    }

    /// Returns the registers that a name in assembly stands for; `A0` finds `a0`.
    pub fn registers_named(&self, name: &str) -> &[RegisterId] {
        self.registers.named(name)
    }

    /// Returns the instructions that the subtarget can decode, in order.
    pub fn encoded_instructions(&self) -> Vec<InstructionId> {
        let available = self.decoder.encodings.iter().filter(|encoding| encoding.is_available());
        let mut all: Vec<InstructionId> = available.map(|encoding| encoding.instruction).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Returns the instructions that replace a short form with any operands.
    pub fn long_forms(&self, instruction: InstructionId) -> Vec<InstructionId> {
        let replacements = self.compression.to_long.get(&instruction).into_iter().flatten();
        replacements.map(|replacement| replacement.instruction()).collect()
    }

    /// Returns the method without a row that an operand needs.
    pub fn unknown_method(&self, operand: InsnOperand) -> Option<&str> {
        let InsnOperand::Unknown { method, .. } = operand else { return None };
        Some(MachineFacts::method(self, method))
    }

    /// Whether an operand holds the distance to an address.
    pub fn is_relative(&self, insn: &Insn, operand: usize) -> bool {
        self.relative_distance(insn, operand).is_some()
    }

    /// Returns the address to which a relative operand points, for an instruction with `size` bytes at `address`.
    pub fn relative_target(
        &self,
        insn: &Insn,
        operand: usize,
        address: u64,
        size: usize,
    ) -> Option<u64> {
        let distance = self.relative_distance(insn, operand)?;
        let bits = self.operand_bits(insn.instruction, operand)?;
        let place = RelativePlace { address, size: size as u64 };
        distance.target(insn.operands.get(operand)?.number()?, &place, &bits)
    }

    /// Returns the data size in bytes that a described relocation fills in.
    pub fn data_relocation_size(&self, number: u32) -> Option<usize> {
        self.addresses.relocations.data_size(number)
    }

    /// Fills in the instruction operand at `address` that a described relocation names. `None` if the
    /// description lacks the relocation.
    ///
    /// # Errors
    /// If the bytes are not an instruction with the operand, or the operand cannot have the number.
    pub fn relocate(
        &self,
        bytes: &[u8],
        address: u64,
        number: u32,
        target: i64,
    ) -> Option<Result<Vec<u8>, LinkError>> {
        let mut rows = self.addresses.relocations.numbered(number).peekable();
        rows.peek()?;
        let Ok(decoded) = self.decode(bytes) else {
            return Some(Err(LinkError("the bytes are not an instruction".to_owned())));
        };
        let list = self.operands.for_instruction(decoded.insn.instruction);
        let mut places = (0..list.mi_operands().len()).filter_map(|index| {
            let operand = &list.list()[list.mi_operands()[index].operand as usize];
            let records = [list.mi_record(index), Some(list.class(operand).record)];
            let row = self.addresses.relocations.numbered(number);
            row.into_iter().find(|row| records.contains(&Some(row.operand))).map(|row| (index, row))
        });
        let Some((operand, row)) = places.next() else {
            let name = self.instruction_name(decoded.insn.instruction);
            let message = format!("instruction '{name}' lacks the operand of relocation {number}");
            return Some(Err(LinkError(message)));
        };
        Some(self.fill(&decoded.insn, operand, address, decoded.size, row.part, target))
    }

    /// Encodes an instruction with a part from `target` in an operand. A relative operand holds the
    /// distance to `target`.
    ///
    /// # Errors
    /// If the operand cannot have the number.
    pub fn fill(
        &self,
        insn: &Insn,
        operand: usize,
        address: u64,
        size: usize,
        part: RelocatedPart,
        target: i64,
    ) -> Result<Vec<u8>, LinkError> {
        let out_of_range = |number: i64| {
            let name = self.instruction_name(insn.instruction);
            LinkError(format!("instruction '{name}' cannot have the number {number}"))
        };
        let number = match self.relative_distance(insn, operand) {
            Some(distance) => {
                let bits = self.operand_bits(insn.instruction, operand);
                let bits = bits.ok_or_else(|| out_of_range(target))?;
                let place = RelativePlace { address, size: size as u64 };
                distance.number(target, &place, &bits).map_err(LinkError)?
            }
            None => part.apply(target),
        };
        let encode = |number: i64| {
            let mut filled = insn.clone();
            *filled.operands.get_mut(operand)? = InsnOperand::Number(number);
            self.encode(&filled).filter(|bytes| bytes.len() == size)
        };
        // The operand may have a sign, for example in the lower half of an address that is added.
        let signed = || encode(part.with_sign(number)?);
        encode(number).or_else(signed).ok_or_else(|| out_of_range(number))
    }
}
