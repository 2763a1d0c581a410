//! Register names in X86 encodings.
//!
//! In: an operand's value and class. Out: the value with register records. Register numbers are
//! `HWEncoding` values. Without register classes, registers remain numbers.

use tablewright_records::{RecordId, RecordStore};
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_target::decoding::x86::decode::{
    X86Base, X86Memory, X86OperandValue, X86Part, X86Registers,
};
use tablewright_target::instructions::operands::OperandClass;
use tablewright_target::registers::Registers;

use super::x86_value::X86Value;

/// The position of the index among a memory operand's parts: base, scale, index, displacement,
/// segment.
const INDEX_PART: usize = 2;

/// A target's register names.
pub(super) struct X86RegisterNames<'s> {
    store: &'s RecordStore,
    /// `None` without register classes.
    registers: Option<(&'s Registers, &'s X86Registers)>,
}

impl<'s> X86RegisterNames<'s> {
    pub(super) fn new(
        store: &'s RecordStore,
        diagnostics: &mut Diagnostics,
    ) -> X86RegisterNames<'s> {
        // Errors in registers are ignored, since decoding does not need registers.
        let registers = store.analysis(diagnostics).ok().zip(store.analysis(diagnostics).ok());
        X86RegisterNames { store, registers }
    }

    /// Adds register names to a value.
    pub(super) fn value(&self, value: X86OperandValue, class: &OperandClass) -> X86Value {
        match value {
            X86OperandValue::Register(number) => {
                let register = self.name(self.class_of(class.record), number, X86Part::Low);
                X86Value::Register { number, register }
            }
            X86OperandValue::General { number, bits } => {
                let register = self.name(self.general_class(bits), number, X86Part::Low);
                X86Value::Register { number, register }
            }
            X86OperandValue::HighByte(number) => {
                let number = number + 4;
                let register = self.name(self.class_of(class.record), number, X86Part::High);
                X86Value::Register { number, register }
            }
            X86OperandValue::Memory(memory) => self.memory(memory, class),
            X86OperandValue::Number(value) => X86Value::Number { value },
            X86OperandValue::Same(operand) => X86Value::Same { operand },
            X86OperandValue::Implicit => X86Value::Implicit,
        }
    }

    fn memory(&self, memory: X86Memory, class: &OperandClass) -> X86Value {
        let X86Memory { base, index, scale, displacement, bits, has_sib: _, has_vector } = memory;
        let address_class = self.general_class(bits);
        let bases = match base {
            X86Base::None | X86Base::NextInstruction => Vec::new(),
            X86Base::Register(number) => vec![number],
            X86Base::Pair(first, second) => vec![first, second],
        };
        let base_registers =
            bases.iter().map(|&number| self.name(address_class, number, X86Part::Low));
        let base_registers = base_registers.collect();
        // A vector index has its own class. For other indices no record contains the class; the
        // address size determines it.
        let vector = class.parts.get(INDEX_PART).filter(|_| has_vector);
        let vector = vector.and_then(|part| part.record);
        let index_class = vector.and_then(|record| self.class_of(record)).or(address_class);
        X86Value::Memory {
            bases,
            base_registers,
            is_relative: base == X86Base::NextInstruction,
            index,
            index_register: index.and_then(|number| self.name(index_class, number, X86Part::Low)),
            scale,
            displacement,
            address_bits: bits,
        }
    }

    fn general_class(&self, bits: u8) -> Option<RecordId> {
        X86Registers::general_class(self.store, bits)
    }

    fn class_of(&self, record: RecordId) -> Option<RecordId> {
        X86Registers::class_of(self.store, record)
    }

    fn name(&self, class: Option<RecordId>, number: u8, part: X86Part) -> Option<String> {
        let (names, registers) = self.registers?;
        let register = registers.register(class?, number, part)?;
        Some(names.name(register).to_owned())
    }
}
