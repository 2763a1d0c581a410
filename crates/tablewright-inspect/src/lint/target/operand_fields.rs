//! Operands in an instruction's encoding and assembly.

use tablewright_records::{RecordStore, RecordView, ValueId};
use tablewright_selection::record_views::selection_dag::OperandWithDefaultOpsRecord;
use tablewright_syntax::source::Span;
use tablewright_syntax::symbol::Symbol;
use tablewright_target::instructions::operands::{OperandConstraint, OperandKind, Operands};
use tablewright_target::record_views::instruction::RegisterOperandRecord;
use tablewright_target::registers::{DescribedClass, DescribedClasses};

use super::encodings::FixedEncoding;
use super::source_of::FieldSource;

impl<'s> FixedEncoding<'s> {
    /// Returns the possible field names for a machine operand: first the more specific names, then the operand's name.
    pub(super) fn operand_names(&self, number: usize) -> impl Iterator<Item = Symbol> + use<'s> {
        let part = &self.operands.mi_operands()[number];
        let operand = &self.operands.list()[part.operand as usize];
        let class = self.operands.class(operand);
        let in_class = class.parts.get(number - operand.mi_operand as usize);
        let in_class = in_class.and_then(|part| part.name);
        [part.name, in_class, Some(operand.name)].into_iter().flatten()
    }

    /// Whether `field` is an operand name.
    pub(super) fn is_operand(&self, field: Symbol) -> bool {
        let mut numbers = 0..self.operands.mi_operands().len();
        numbers.any(|number| self.operand_names(number).any(|name| name == field))
    }

    /// Whether one of `fields`, the fields in the encoding, belongs to a machine operand.
    pub(super) fn has_bits(&self, fields: &[Symbol], number: usize) -> bool {
        self.operand_names(number).any(|name| fields.contains(&name))
    }

    /// Whether a constraint ties two machine operands: both must be the same register.
    pub(super) fn is_tied(&self, one: usize, other: usize) -> bool {
        let parts = self.operands.mi_operands();
        let is = |a: usize, b: usize| parts[a].constraint == OperandConstraint::TiedTo(b as u32);
        is(one, other) || is(other, one)
    }

    /// Whether a constraint ties a machine operand to another operand.
    pub(super) fn is_tied_to_any(&self, number: usize) -> bool {
        (0..self.operands.mi_operands().len()).any(|other| self.is_tied(number, other))
    }

    /// Whether the encoding record sets the operand itself: a field with its name has a value, or at least one set bit.
    pub(super) fn has_value(&self, name: Symbol) -> bool {
        let Some(slot) = self.record.slot_of(name) else { return false };
        let store = self.record.store();
        let value = store.value(self.record.field_at(slot).value);
        let is_set = |bit| [ValueId::FALSE, ValueId::TRUE].contains(&bit);
        match value.as_bits() {
            Some(bits) => bits.is_empty() || bits.iter().any(is_set),
            None => value.as_int().is_some() || value.as_bit().is_some(),
        }
    }

    /// Whether C++ code often decides a machine operand's value: a condition, an optional output, or an operand with a
    /// default.
    pub(super) fn is_decided_by_code(&self, number: usize) -> bool {
        let part = &self.operands.mi_operands()[number];
        let class = self.operands.class(&self.operands.list()[part.operand as usize]);
        match class.kind {
            OperandKind::Predicate
            | OperandKind::OptionalDef
            | OperandKind::PointerLike
            | OperandKind::Unknown => true,
            OperandKind::Operand
            | OperandKind::RegisterOperand
            | OperandKind::RegisterClass
            | OperandKind::RegClassByHwMode => {
                let record = self.record.store().record(class.record);
                OperandWithDefaultOpsRecord::from_record(record).is_some()
            }
        }
    }

    /// Returns a machine operand's register class; `None` if it is not a register.
    pub(super) fn register_class<'c>(
        &self,
        classes: &'c DescribedClasses,
        number: usize,
    ) -> Option<&'c DescribedClass> {
        register_class(self.record.store(), self.operands, classes, number)
    }

    /// Returns the position of an operand in the operand lists; without one, the instruction's position.
    pub(super) fn operand_position(&self, name: Symbol) -> Span {
        let store = self.record.store();
        let word = format!("${}", store.str(name));
        let find = |field| FieldSource::for_field(*self.instruction, field)?.word(&word);
        let found = find("InOperandList").or_else(|| find("OutOperandList"));
        found.unwrap_or_else(|| self.instruction.pos().into())
    }
}

/// Returns a machine operand's register class; `None` if it is not a register.
pub(super) fn register_class<'c>(
    store: &RecordStore,
    operands: Operands<'_>,
    classes: &'c DescribedClasses,
    number: usize,
) -> Option<&'c DescribedClass> {
    let record = operands.mi_record(number)?;
    let registers = match RegisterOperandRecord::from_record(store.record(record)) {
        Some(operand) => operand.reg_class().ok()?.id(),
        None => record,
    };
    classes.for_record(registers)
}

/// Whether an assembly string contains an operand: `$name`, `${name}` or `${name:modifier}`.
pub(super) fn names_operand(assembly: &str, name: &str) -> bool {
    assembly.split('$').skip(1).any(|rest| {
        let rest = rest.strip_prefix('{').unwrap_or(rest);
        let after = rest.strip_prefix(name);
        after.is_some_and(|after| !after.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    })
}
