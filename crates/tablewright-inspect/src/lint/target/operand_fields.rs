//! Where the operands of an instruction appear: in the bits of its encoding, and in its assembly.

use tablewright_records::{RecordView, ValueId};
use tablewright_syntax::source::Span;
use tablewright_syntax::symbol::Symbol;
use tablewright_target::instructions::operands::{OperandConstraint, OperandKind};
use tablewright_target::record_views::instruction::RegisterOperandRecord;
use tablewright_target::record_views::selection_dag::OperandWithDefaultOpsRecord;
use tablewright_target::registers::{DescribedClass, DescribedClasses};

use super::encodings::FixedEncoding;
use super::source_of::FieldSource;

impl<'s> FixedEncoding<'s> {
    /// The names under which a machine operand can have a field, the operand's own last.
    pub(super) fn operand_names(&self, number: usize) -> impl Iterator<Item = Symbol> + use<'s> {
        let part = &self.operands.mi_operands()[number];
        let operand = &self.operands.list()[part.operand as usize];
        let class = self.operands.class(operand);
        let in_class = class.parts.get(number - operand.mi_operand as usize);
        let in_class = in_class.and_then(|part| part.name);
        [part.name, in_class, Some(operand.name)].into_iter().flatten()
    }

    /// Whether an operand has that name.
    pub(super) fn is_operand(&self, field: Symbol) -> bool {
        let mut numbers = 0..self.operands.mi_operands().len();
        numbers.any(|number| self.operand_names(number).any(|name| name == field))
    }

    /// Whether a machine operand has bits, where these fields have.
    pub(super) fn has_bits(&self, fields: &[Symbol], number: usize) -> bool {
        self.operand_names(number).any(|name| fields.contains(&name))
    }

    /// Whether one of two machine operands has to be the same register as the other.
    pub(super) fn is_tied(&self, one: usize, other: usize) -> bool {
        let parts = self.operands.mi_operands();
        let is = |a: usize, b: usize| parts[a].constraint == OperandConstraint::TiedTo(b as u32);
        is(one, other) || is(other, one)
    }

    /// Whether a machine operand has to be the same register as any other.
    pub(super) fn is_tied_to_any(&self, number: usize) -> bool {
        (0..self.operands.mi_operands().len()).any(|other| self.is_tied(number, other))
    }

    /// Whether the record of the encoding says what the operand is: a field of that name without open bits.
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

    /// Whether code in C++ often decides what a machine operand is: it is a condition, an output that an instruction may
    /// have, or has a default.
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

    /// The register class of a machine operand that is a register.
    pub(super) fn register_class<'c>(
        &self,
        classes: &'c DescribedClasses,
        number: usize,
    ) -> Option<&'c DescribedClass> {
        let record = self.operands.mi_record(number)?;
        let registers = match RegisterOperandRecord::from_record(self.record.store().record(record))
        {
            Some(operand) => operand.reg_class().ok()?.id(),
            None => record,
        };
        classes.for_record(registers)
    }

    /// Where the lists of operands name an operand.
    pub(super) fn operand_position(&self, name: Symbol) -> Span {
        let store = self.record.store();
        let word = format!("${}", store.str(name));
        let find = |field| FieldSource::for_field(*self.instruction, field)?.word(&word);
        let found = find("InOperandList").or_else(|| find("OutOperandList"));
        found.unwrap_or_else(|| self.instruction.pos().into())
    }
}

/// Whether a text of assembly has an operand: `$name`, `${name}` or `${name:modifier}`.
pub(super) fn names_operand(assembly: &str, name: &str) -> bool {
    assembly.split('$').skip(1).any(|rest| {
        let rest = rest.strip_prefix('{').unwrap_or(rest);
        let after = rest.strip_prefix(name);
        after.is_some_and(|after| !after.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    })
}
