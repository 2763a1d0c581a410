//! Instruction pairs that differ in a single operand: a register in the first, memory in the second.

use tablewright_records::{FieldError, Record, RecordView};
use tablewright_target::decoding::x86::encoding::{
    Flags, MAP4, X86Encoding, form, is_promoted_to_evex, opcode,
};
use tablewright_target::decoding::x86::mnemonic::mnemonic;
use tablewright_target::decoding::x86::operand_record::{X86OperandKind, common_kind};
use tablewright_target::instructions::InstructionId;
use tablewright_target::record_views::instruction::InstructionRecord;
use tablewright_target::record_views::x86_inst::X86InstRecord;

use super::exceptions;
use crate::support::x86_instructions::{X86InstructionList, operand_counts};

/// Floating-point stack operands, and a pointer-sized register: their sizes do not identify them in memory.
const UNFOLDABLE_OPERANDS: [&str; 3] = ["RST", "RSTi", "ptr_rc_tailcall"];
/// Name parts for instructions with a broadcast memory operand.
const BROADCAST_PARTS: [&str; 2] = ["mb", "mib"];
/// Name part of register classes without registers that need a REX prefix.
const NO_REX_PART: &str = "_NOREX";

/// Instructions by form.
pub(super) struct Forms {
    /// The instructions with memory, in order.
    memory: Vec<InstructionId>,
    /// The instructions with a register, by opcode.
    registers: Vec<Vec<InstructionId>>,
}

/// An instruction with a register operand, and the instruction with a memory operand.
pub(super) struct FoldPair {
    pub(super) register: InstructionId,
    pub(super) memory: InstructionId,
    /// Whether memory contains a single element for all vector elements.
    pub(super) is_broadcast: bool,
}

impl Forms {
    /// Returns the instructions that can be paired.
    ///
    /// # Errors
    /// If a field has no value.
    pub(super) fn collect(instructions: X86InstructionList<'_>) -> Result<Forms, FieldError> {
        let not_folded = exceptions::not_folded();
        let mut forms = Forms { memory: Vec::new(), registers: vec![Vec::new(); 1 << u8::BITS] };
        for (id, record) in instructions.iter() {
            if InstructionRecord::new(record).is_asm_parser_only()?
                || not_folded.contains(record.name())
                || is_promoted_to_evex(record)?
            {
                continue;
            }
            if instructions.operands(id).any(|op| UNFOLDABLE_OPERANDS.contains(&op.name())) {
                continue;
            }
            let form = form(record)?;
            if form.has_register_form() {
                forms.memory.push(id);
            } else if form.with_memory().is_some() {
                forms.registers[usize::from(opcode(record)?)].push(id);
            }
        }
        Ok(forms)
    }

    /// Returns the pairs in the order of memory instructions. Each register instruction is in a single pair, and in
    /// another with a broadcast memory operand.
    ///
    /// # Errors
    ///
    /// If a field has no value.
    pub(super) fn pairs(
        self,
        instructions: X86InstructionList<'_>,
        dialect: usize,
    ) -> Result<Vec<FoldPair>, FieldError> {
        let mut matcher = PairMatcher { instructions, dialect, encodings: Vec::new() };
        let mut left = self.registers.clone();
        let mut left_for_broadcast = self.registers;
        let mut pairs = Vec::new();
        for memory in self.memory {
            let record = instructions.record(memory);
            let opcode = usize::from(opcode(record)?);
            if let Some(register) = matcher.take_match(memory, false, &mut left[opcode])? {
                pairs.push(FoldPair { register, memory, is_broadcast: false });
            }
            if BROADCAST_PARTS.iter().any(|part| record.name().contains(part))
                && let Some(register) =
                    matcher.take_match(memory, true, &mut left_for_broadcast[opcode])?
            {
                pairs.push(FoldPair { register, memory, is_broadcast: true });
            }
        }
        Ok(pairs)
    }
}

struct PairMatcher<'s> {
    instructions: X86InstructionList<'s>,
    dialect: usize,
    /// Encodings by instruction number, as far as needed.
    encodings: Vec<Option<X86Encoding>>,
}

impl PairMatcher<'_> {
    /// Removes and returns the first register instruction that matches `memory`.
    fn take_match(
        &mut self,
        memory: InstructionId,
        is_broadcast: bool,
        registers: &mut Vec<InstructionId>,
    ) -> Result<Option<InstructionId>, FieldError> {
        if registers.is_empty() {
            return Ok(None);
        }
        let Some(encoding) = self.encoding(memory)? else { return Ok(None) };
        for index in 0..registers.len() {
            let register = registers[index];
            let Some(own) = self.encoding(register)? else { continue };
            if is_folded_encoding(own, encoding, is_broadcast)
                && self.has_same_text(register, memory)?
                && self.folds_one_operand(register, memory)?
            {
                return Ok(Some(registers.remove(index)));
            }
        }
        Ok(None)
    }

    fn encoding(&mut self, instruction: InstructionId) -> Result<Option<X86Encoding>, FieldError> {
        let index = instruction.index();
        if self.encodings.len() <= index {
            self.encodings.resize(index + 1, None);
        }
        if self.encodings[index].is_none() {
            self.encodings[index] =
                X86Encoding::from_record(self.instructions.record(instruction))?;
        }
        Ok(self.encodings[index])
    }

    /// Returns whether both have the same mnemonic, and the same parts beside the opcode in text and bytes. Unrelated
    /// instructions can have the same encoding except for memory.
    fn has_same_text(
        &self,
        register: InstructionId,
        memory: InstructionId,
    ) -> Result<bool, FieldError> {
        let (register, memory) =
            (self.instructions.record(register), self.instructions.record(memory));
        if mnemonic(register, self.dialect)? != mnemonic(memory, self.dialect)? {
            return Ok(false);
        }
        let (register, memory) = (X86InstRecord::new(register), X86InstRecord::new(memory));
        Ok(register.has_evex_rc()? == memory.has_evex_rc()?
            && register.has_lock_prefix()? == memory.has_lock_prefix()?
            && register.has_no_track_prefix()? == memory.has_no_track_prefix()?)
    }

    /// Whether one operand is of another kind or class, and all others are as large as in the other
    /// instruction.
    fn folds_one_operand(
        &self,
        register: InstructionId,
        memory: InstructionId,
    ) -> Result<bool, FieldError> {
        let instructions = self.instructions;
        let (outputs, inputs) = operand_counts(instructions.record(register))?;
        let (memory_outputs, memory_inputs) = operand_counts(instructions.record(memory))?;
        // Memory that is both read and written is not an output.
        let skipped = usize::from(memory_outputs + 1 == outputs && memory_inputs == inputs);
        let memory = instructions.operands(memory);
        let register = instructions.operands(register);
        if memory.len() + skipped > register.len() {
            return Ok(false);
        }
        let mut is_folded = false;
        for (register, memory) in register.skip(skipped).zip(memory) {
            if register.id() == memory.id() {
                continue;
            }
            if !is_compatible(register, memory)? || is_folded {
                return Ok(false);
            }
            is_folded = true;
        }
        Ok(is_folded)
    }
}

/// Whether two operands have the same size. Operands of different kinds are compatible.
fn is_compatible(register: Record<'_>, memory: Record<'_>) -> Result<bool, FieldError> {
    let Some(kind) = common_kind(memory, register)? else { return Ok(true) };
    let is_no_rex = |operand: Record<'_>| operand.name().contains(NO_REX_PART);
    Ok(kind.is_same_size(memory, register)?
        && (kind != X86OperandKind::Register || is_no_rex(memory) == is_no_rex(register)))
}

/// Whether the second encoding is the first with memory.
fn is_folded_encoding(register: X86Encoding, memory: X86Encoding, is_broadcast: bool) -> bool {
    // With registers the bit B means rounding, with memory an element for all elements, and in
    // instructions that were there before EVEX a new destination.
    let (register_b, memory_b) = (register.flags.evex_b, memory.flags.evex_b);
    let fits = if is_broadcast {
        !register_b && memory_b
    } else {
        register.map == MAP4 || !register_b && !memory_b
    };
    fits && register.form.with_memory() == Some(memory.form) && key(register) == key(memory)
}

/// Returns the encoding properties that must be equal in both instructions of a pair.
fn key(encoding: X86Encoding) -> impl PartialEq {
    let X86Encoding { kind, opcode, prefix, map, operand_size, address_size, .. } = encoding;
    // The caller compares the bit B.
    let flags = Flags { evex_b: false, ..encoding.flags };
    (kind, opcode, prefix, map, operand_size, address_size, flags)
}
