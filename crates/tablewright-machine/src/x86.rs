//! X86 bytes as instructions.
//!
//! In: bytes, and the decoder of `--gen-disassembler`'s tables. Out: instructions with operands in
//! machine operand order: an address is five operands, a segment is a register.

use rustc_hash::FxHashMap;
use tablewright_records::{AnalysisError, RecordId, RecordStore};
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_target::decoding::x86::decode::{
    X86Base, X86Decoded, X86Decoder, X86Memory, X86Mode, X86OperandValue, X86Part, X86Prefixes,
    X86Registers,
};
use tablewright_target::decoding::x86::operand_kind::{OperandEncoding, X86OperandType};
use tablewright_target::instructions::operands::{InstructionOperands, OperandClass};
use tablewright_target::instructions::{InstructionId, Instructions};
use tablewright_target::registers::{RegisterId, Registers};

use crate::decoder::{NotDecoded, WordMatch};
use crate::field_number::FieldNumbers;
use crate::insn::{Insn, InsnOperand, InsnOperands, InsnPrefixes, InsnRepeat};
use crate::number::low_mask;
use crate::subtarget::MachineSubtarget;

/// The target whose instructions have prefixes and an opcode in place of encoding bits.
const TARGET: &str = "X86";

/// The position of the base among an address's parts: base, scale, index, displacement, segment.
const BASE_PART: usize = 0;
const INDEX_PART: usize = 2;

/// The field with an instruction's address size.
const ADDRESS_SIZE: &str = "AdSizeBits";

/// Base registers whose addresses always have a SIB byte: the stack pointer, and the register whose
/// number has the same lowest bits.
const BASES_WITH_SIB: [u8; 2] = [4, 12];

/// A decoder in a processor mode.
pub(crate) struct X86InsnDecoder<'s> {
    store: &'s RecordStore,
    decoder: &'s X86Decoder,
    operands: &'s InstructionOperands,
    registers: &'s X86Registers,
    /// By operand record, its register class.
    classes: FxHashMap<RecordId, RecordId>,
    by_name: FxHashMap<&'s str, RegisterId>,
    mode: X86Mode,
    address_sizes: FieldNumbers,
}

impl<'s> X86InsnDecoder<'s> {
    /// Returns the decoder for the subtarget; `None` for a target with encoding bits.
    pub(crate) fn for_target(
        subtarget: &MachineSubtarget<'s>,
        target: &str,
        diagnostics: &mut Diagnostics,
    ) -> Result<Option<X86InsnDecoder<'s>>, AnalysisError> {
        if target != TARGET {
            return Ok(None);
        }
        let store = subtarget.store();
        let operands: &InstructionOperands = store.analysis(diagnostics)?;
        let instructions: &Instructions = store.analysis(diagnostics)?;
        let names: &Registers = store.analysis(diagnostics)?;
        let mut classes = FxHashMap::default();
        for (id, _) in instructions.iter() {
            let list = operands.for_instruction(id);
            for operand in list.list() {
                let class = list.class(operand);
                let index = class.parts.get(INDEX_PART).and_then(|part| part.record);
                for record in std::iter::once(class.record).chain(index) {
                    if let Some(class) = X86Registers::class_of(store, record) {
                        classes.insert(record, class);
                    }
                }
            }
        }
        Ok(Some(X86InsnDecoder {
            store,
            decoder: store.analysis(diagnostics)?,
            operands,
            registers: store.analysis(diagnostics)?,
            classes,
            by_name: names.ids().map(|id| (names.name(id), id)).collect(),
            mode: mode(subtarget),
            address_sizes: FieldNumbers::new(store, instructions, &[ADDRESS_SIZE]),
        }))
    }

    /// Returns the instructions that bytes can begin with.
    pub(crate) fn instructions(&self) -> impl Iterator<Item = InstructionId> {
        self.decoder.instructions()
    }

    /// Decodes the instruction at the start of `bytes`.
    pub(crate) fn decode(&self, bytes: &[u8]) -> Result<WordMatch, NotDecoded> {
        let not_decoded = |length: usize| NotDecoded { skip: length.max(1) };
        let decoded = self.decoder.decode(bytes, self.mode);
        let decoded = decoded.map_err(|error| not_decoded(error.length))?;
        let insn = self.insn(&decoded).ok_or(not_decoded(decoded.length))?;
        Ok(WordMatch { insn, size: decoded.length, soft_fail: false })
    }

    /// Returns the instruction with its operands; `None` if an operand is not a register that exists.
    fn insn(&self, decoded: &X86Decoded) -> Option<Insn> {
        let list = self.operands.for_instruction(decoded.instruction);
        let mut operands = InsnOperands::new();
        for (index, operand) in list.list().iter().enumerate() {
            self.add(decoded, index, list.class(operand), &mut operands)?;
        }
        let mut insn = Insn::new(decoded.instruction, operands);
        insn.prefixes = self.prefixes(decoded, &insn.operands);
        Some(insn)
    }

    /// Adds the machine operands for the operand at `index`.
    fn add(
        &self,
        decoded: &X86Decoded,
        index: usize,
        class: &OperandClass,
        operands: &mut InsnOperands,
    ) -> Option<()> {
        let prefixes = &decoded.prefixes;
        let own = self.classes.get(&class.record).copied();
        match *decoded.operands.get(index)? {
            X86OperandValue::Register(number) => {
                operands.push(self.register(own, number, X86Part::Low)?);
            }
            X86OperandValue::General { number, bits } => {
                let class = X86Registers::general_class(self.store, bits);
                operands.push(self.register(class, number, X86Part::Low)?);
            }
            X86OperandValue::HighByte(number) => {
                // AH is the high byte of the register 0 and has the number 4.
                operands.push(self.register(own, number + 4, X86Part::High)?);
            }
            X86OperandValue::Memory(memory) => {
                self.add_memory(memory, prefixes, class, operands)?
            }
            X86OperandValue::Number(number) => {
                self.add_number(decoded, index, number, operands)?;
            }
            X86OperandValue::Same(other) => {
                // The other operand has its own value, so this ends.
                let is_same = matches!(
                    decoded.operands.get(usize::from(other)),
                    Some(X86OperandValue::Same(_))
                );
                if is_same {
                    return None;
                }
                let list = self.operands.for_instruction(decoded.instruction);
                let operand = list.list().get(usize::from(other))?;
                self.add(decoded, usize::from(other), list.class(operand), operands)?;
            }
            X86OperandValue::Implicit => self.add_implicit(decoded, index, operands)?,
        }
        Some(())
    }

    fn add_number(
        &self,
        decoded: &X86Decoded,
        index: usize,
        number: i64,
        operands: &mut InsnOperands,
    ) -> Option<()> {
        let specifier = self.decoder.operand_set(decoded.instruction)?.get(index)?;
        // Only sizes that a prefix does not change have a sign.
        let size = match (specifier.encoding, specifier.operand_type) {
            (OperandEncoding::Iv, X86OperandType::Imm | X86OperandType::UImm8) => {
                decoded.prefixes.number_size
            }
            (OperandEncoding::Ia, _) => decoded.prefixes.address_size,
            _ => size_of::<i64>(),
        };
        operands.push(InsnOperand::Number(number & low_mask(8 * size as u32) as i64));
        if specifier.operand_type == X86OperandType::MOffs {
            operands.push(self.segment(&decoded.prefixes)?);
        }
        Some(())
    }

    /// Adds a fixed register with the address size.
    fn add_implicit(
        &self,
        decoded: &X86Decoded,
        index: usize,
        operands: &mut InsnOperands,
    ) -> Option<()> {
        let specifier = self.decoder.operand_set(decoded.instruction)?.get(index)?;
        let is_source = specifier.operand_type == X86OperandType::SrcIdx;
        let names = if is_source {
            ["SI", "ESI", "RSI"]
        } else if specifier.operand_type == X86OperandType::DstIdx {
            ["DI", "EDI", "RDI"]
        } else {
            return None;
        };
        let name = match decoded.prefixes.address_size {
            2 => names[0],
            4 => names[1],
            _ => names[2],
        };
        operands.push(self.named(name)?);
        if is_source {
            operands.push(self.segment(&decoded.prefixes)?);
        }
        Some(())
    }

    fn add_memory(
        &self,
        memory: X86Memory,
        prefixes: &X86Prefixes,
        class: &OperandClass,
        operands: &mut InsnOperands,
    ) -> Option<()> {
        let general = X86Registers::general_class(self.store, memory.bits);
        let register = |number| self.register(general, number, X86Part::Low);
        let (base, second) = match memory.base {
            X86Base::None => (InsnOperand::NoRegister, None),
            X86Base::Register(number) => (register(number)?, None),
            X86Base::NextInstruction if memory.bits == 32 => (self.named("EIP")?, None),
            X86Base::NextInstruction => (self.named("RIP")?, None),
            X86Base::Pair(first, second) => (register(first)?, Some(register(second)?)),
        };
        let vector = class.parts.get(INDEX_PART).filter(|_| memory.has_vector);
        let vector = vector.and_then(|part| part.record);
        let vector = vector.and_then(|record| self.classes.get(&record)).copied();
        let index = match (second, memory.index) {
            (Some(second), _) => second,
            (None, Some(number)) => self.register(vector.or(general), number, X86Part::Low)?,
            (None, None) if self.shows_absent_index(&memory) => {
                self.named(if memory.bits == 32 { "EIZ" } else { "RIZ" })?
            }
            (None, None) => InsnOperand::NoRegister,
        };
        operands.push(base);
        operands.push(InsnOperand::Number(i64::from(memory.scale)));
        operands.push(index);
        operands.push(InsnOperand::Number(memory.displacement));
        operands.push(self.segment(prefixes)?);
        Some(())
    }

    /// Whether an address without an index has a SIB byte that its base does not need.
    fn shows_absent_index(&self, memory: &X86Memory) -> bool {
        if !memory.has_sib {
            return false;
        }
        let needs_sib = match memory.base {
            X86Base::None => self.mode == X86Mode::Bits64,
            X86Base::Register(number) => BASES_WITH_SIB.contains(&number),
            X86Base::NextInstruction | X86Base::Pair(..) => true,
        };
        memory.scale != 1 || !needs_sib
    }

    fn prefixes(&self, decoded: &X86Decoded, operands: &[InsnOperand]) -> InsnPrefixes {
        let X86Prefixes { has_lock, repeat, is_mandatory, has_address_size, .. } = decoded.prefixes;
        let repeat = match repeat {
            Some(0xf2) => Some(InsnRepeat::WhileDifferent),
            // With this opcode it is `pause`.
            Some(_) if decoded.opcode != 0x90 => Some(InsnRepeat::Always),
            _ => None,
        };
        InsnPrefixes {
            has_lock: has_lock && !is_mandatory,
            repeat: repeat.filter(|_| !is_mandatory),
            has_address_size: has_address_size && !self.has_other_address(decoded, operands),
        }
    }

    /// Whether an instruction or its operands name the address size of a prefix.
    fn has_other_address(&self, decoded: &X86Decoded, operands: &[InsnOperand]) -> bool {
        let other = if self.mode == X86Mode::Bits32 { 1 } else { 2 };
        let size = self.address_sizes.number(decoded.instruction, ADDRESS_SIZE);
        if size.flatten() == Some(other) {
            return true;
        }
        let set = self.decoder.operand_set(decoded.instruction);
        let is_offset = |index: usize| {
            let specifier = set.and_then(|set| set.get(index));
            specifier.is_some_and(|it| it.operand_type == X86OperandType::MOffs)
        };
        let list = self.operands.for_instruction(decoded.instruction);
        let mut values = decoded.operands.iter().zip(list.list()).enumerate();
        values.any(|(index, (value, operand))| match value {
            X86OperandValue::Memory(memory) => {
                let first = operand.mi_operand as usize;
                let is_register = |part| operands.get(first + part).is_some_and(is_register);
                is_register(BASE_PART) || !memory.has_vector && is_register(INDEX_PART)
            }
            X86OperandValue::Implicit => true,
            X86OperandValue::Number(_) => self.mode == X86Mode::Bits16 && is_offset(index),
            X86OperandValue::Register(_)
            | X86OperandValue::General { .. }
            | X86OperandValue::HighByte(_)
            | X86OperandValue::Same(_) => false,
        })
    }

    fn segment(&self, prefixes: &X86Prefixes) -> Option<InsnOperand> {
        match prefixes.segment {
            Some(segment) => self.named(segment.register_name()),
            None => Some(InsnOperand::NoRegister),
        }
    }

    fn register(&self, class: Option<RecordId>, number: u8, part: X86Part) -> Option<InsnOperand> {
        self.registers.register(class?, number, part).map(InsnOperand::Register)
    }

    fn named(&self, name: &str) -> Option<InsnOperand> {
        self.by_name.get(name).copied().map(InsnOperand::Register)
    }
}

fn is_register(operand: &InsnOperand) -> bool {
    operand.register().is_some()
}

/// Returns the mode that the features select.
fn mode(subtarget: &MachineSubtarget<'_>) -> X86Mode {
    if subtarget.has_feature("Is16Bit") {
        X86Mode::Bits16
    } else if subtarget.has_feature("Is32Bit") {
        X86Mode::Bits32
    } else {
        X86Mode::Bits64
    }
}
