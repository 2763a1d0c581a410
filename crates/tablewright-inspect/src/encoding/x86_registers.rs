//! Register names in X86 encodings.
//!
//! In: an operand's value and class. Out: the value with register records. Register numbers are
//! `HWEncoding` values. Without register classes, registers remain numbers.

use std::iter;

use tablewright_records::{RecordId, RecordStore};
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_target::decoding::x86::decode::{X86Base, X86Memory, X86OperandValue};
use tablewright_target::instructions::operands::OperandClass;
use tablewright_target::registers::{
    DescribedClasses, RegisterClassLike, RegisterId, Registers, SubReg,
};

use super::x86_value::X86Value;

/// General register classes by register size in bits. Address bases and indices are general
/// registers.
const GENERAL_CLASSES: [(u8, &str); 3] = [(16, "GR16"), (32, "GR32"), (64, "GR64")];

/// The position of the index among a memory operand's parts: base, scale, index, displacement,
/// segment.
const INDEX_PART: usize = 2;

/// A target's register names.
pub(super) struct X86RegisterNames<'s> {
    store: &'s RecordStore,
    /// `None` without register classes.
    registers: Option<(&'s Registers, &'s DescribedClasses)>,
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
                let register = self.name(self.class_of(class.record), number, false);
                X86Value::Register { number, register }
            }
            X86OperandValue::General { number, bits } => {
                let register = self.name(self.general_class(bits), number, false);
                X86Value::Register { number, register }
            }
            X86OperandValue::HighByte(number) => {
                let number = number + 4;
                let register = self.name(self.class_of(class.record), number, true);
                X86Value::Register { number, register }
            }
            X86OperandValue::Memory(memory) => self.memory(memory, class),
            X86OperandValue::Number(value) => X86Value::Number { value },
            X86OperandValue::Same(operand) => X86Value::Same { operand },
            X86OperandValue::Implicit => X86Value::Implicit,
        }
    }

    fn memory(&self, memory: X86Memory, class: &OperandClass) -> X86Value {
        let X86Memory { base, index, scale, displacement, bits } = memory;
        let address_class = self.general_class(bits);
        let bases = match base {
            X86Base::None | X86Base::NextInstruction => Vec::new(),
            X86Base::Register(number) => vec![number],
            X86Base::Pair(first, second) => vec![first, second],
        };
        let base_registers = bases.iter().map(|&number| self.name(address_class, number, false));
        let base_registers = base_registers.collect();
        // A vector index has its own class. For other indices no record contains the class; the
        // address size determines it.
        let vector = class.parts.get(INDEX_PART).and_then(|part| part.record);
        let index_class = vector.and_then(|record| self.class_of(record)).or(address_class);
        X86Value::Memory {
            bases,
            base_registers,
            is_relative: base == X86Base::NextInstruction,
            index,
            index_register: index.and_then(|number| self.name(index_class, number, false)),
            scale,
            displacement,
            address_bits: bits,
        }
    }

    /// Returns the general register class with this size.
    fn general_class(&self, bits: u8) -> Option<RecordId> {
        let (_, name) = GENERAL_CLASSES.iter().find(|(of, _)| *of == bits)?;
        self.store.find_record(name)
    }

    /// Returns the register class in an operand's record.
    fn class_of(&self, record: RecordId) -> Option<RecordId> {
        match RegisterClassLike::from_operand(self.store.record(record)) {
            Ok(Some(RegisterClassLike::Class(class))) => Some(class),
            Ok(Some(RegisterClassLike::ByHwMode(_)) | None) | Err(_) => None,
        }
    }

    /// Finds the register with this number in a class, or else in its super-classes, since prefixes
    /// can name more registers than the class has. `is_high` selects a register for the second
    /// byte, such as `AH`.
    fn name(&self, class: Option<RecordId>, number: u8, is_high: bool) -> Option<String> {
        let (registers, classes) = self.registers?;
        let class = classes.for_record(class?)?;
        let is_it = |&register: &RegisterId| {
            let encoding = registers.hw_encoding(self.store, register);
            encoding.is_ok_and(|encoding| encoding == u64::from(number))
                && self.is_high(registers, register) == is_high
        };
        let larger = classes.by_name().iter().filter(|other| classes.is_sub_class(class, other));
        let mut classes = iter::once(class).chain(larger);
        let register_id = classes.find_map(|class| class.order.iter().copied().find(is_it));
        register_id.map(|register| registers.name(register).to_owned())
    }

    /// Whether a register is the upper part of another register.
    fn is_high(&self, registers: &Registers, register: RegisterId) -> bool {
        let is_upper_part = |part: &SubReg| {
            let record = self.store.record(registers.sub_reg_indices()[part.index].record);
            part.register == register && record.int("Offset").is_ok_and(|offset| offset > 0)
        };
        registers.iter().any(|(_, whole)| whole.sub_regs.iter().any(is_upper_part))
    }
}
