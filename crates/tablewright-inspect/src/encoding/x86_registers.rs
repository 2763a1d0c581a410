//! The registers that encodings of X86 name by numbers.
//!
//! In: the value of an operand and the operand's class. Out: the value with the records of its registers. Numbers are
//! those of `HWEncoding`; where the description has no register classes, registers stay numbers.

use std::iter;

use tablewright_records::{RecordId, RecordStore};
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_target::decoding::x86::decode::{X86Base, X86Memory, X86OperandValue};
use tablewright_target::instructions::operands::OperandClass;
use tablewright_target::registers::{DescribedClasses, RegisterClassLike, RegisterId, Registers};

use super::x86_value::X86Value;

/// The classes of general registers, by how many bits these have. Bases and indices of addresses are general registers.
const GENERAL_CLASSES: [(u8, &str); 3] = [(16, "GR16"), (32, "GR32"), (64, "GR64")];

/// The index of a part of an operand in memory: base, scale, index, displacement, segment.
const INDEX_PART: usize = 2;

/// The registers of a target.
pub(super) struct X86RegisterNames<'s> {
    store: &'s RecordStore,
    /// `None` where the description has no register classes.
    registers: Option<(&'s Registers, &'s DescribedClasses)>,
}

impl<'s> X86RegisterNames<'s> {
    pub(super) fn of(
        store: &'s RecordStore,
        diagnostics: &mut Diagnostics,
    ) -> X86RegisterNames<'s> {
        // Errors in registers are no errors of decoding, which needs none.
        let registers = store.analysis(diagnostics).ok().zip(store.analysis(diagnostics).ok());
        X86RegisterNames { store, registers }
    }

    /// The value with names.
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
        // A vector of indices has a class of its own; other indices have one that no record says.
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

    /// The class of the general registers with that many bits.
    fn general_class(&self, bits: u8) -> Option<RecordId> {
        let (_, name) = GENERAL_CLASSES.iter().find(|(of, _)| *of == bits)?;
        self.store.find_record(name)
    }

    /// The register class of an operand's record.
    fn class_of(&self, record: RecordId) -> Option<RecordId> {
        match RegisterClassLike::of_operand(self.store.record(record)) {
            Ok(Some(RegisterClassLike::Class(class))) => Some(class),
            Ok(Some(RegisterClassLike::ByHwMode(_)) | None) | Err(_) => None,
        }
    }

    /// The record of a class's register with that number, or, where prefixes name more registers than the class has, of
    /// a class with more. `is_high` selects among two the second byte of another one.
    fn name(&self, class: Option<RecordId>, number: u8, is_high: bool) -> Option<String> {
        let (registers, classes) = self.registers?;
        let class = classes.of_record(class?)?;
        let is_it = |&register: &RegisterId| {
            let encoding = registers.hw_encoding(self.store, register);
            encoding.is_ok_and(|encoding| encoding == u64::from(number))
                && self.is_high(registers, register) == is_high
        };
        let larger = classes.by_name().iter().filter(|other| classes.is_sub_class(class, other));
        let mut classes = iter::once(class).chain(larger);
        let found = classes.find_map(|class| class.order.iter().copied().find(is_it));
        found.map(|register| registers.name(register).to_owned())
    }

    /// Whether a register is the upper part of another one.
    fn is_high(&self, registers: &Registers, register: RegisterId) -> bool {
        let is_upper_part = |index, part| {
            let record = self.store.record(registers.sub_reg_indices()[index].record);
            part == register && record.int("Offset").is_ok_and(|offset| offset > 0)
        };
        registers.iter().any(|(_, whole)| {
            whole.sub_regs.iter().any(|&(index, part)| is_upper_part(index, part))
        })
    }
}
