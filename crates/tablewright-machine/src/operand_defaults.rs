//! Operands without bits in an encoding.

use tablewright_records::{FieldError, Record, Value};
use tablewright_syntax::symbol::Symbol;
use tablewright_target::instructions::operands::{OperandConstraint, Operands as OperandList};

use crate::codec_builder::CodecBuilder;
use crate::insn::InsnOperand;
use crate::syntax::ConstantRow;

/// Returns the operand without bits at `made`: its default value, the only register in its class, a row's
/// number, or zero.
pub(crate) fn constant(
    codecs: &CodecBuilder<'_, '_>,
    instruction: Record<'_>,
    list: OperandList<'_>,
    made: usize,
    method: &str,
) -> Result<InsnOperand, FieldError> {
    let Some(record) = list.mi_record(made) else { return Ok(InsnOperand::Number(0)) };
    if let Some(default) = default_value(codecs, list, made)? {
        return Ok(default);
    }
    let record = codecs.store.record(record);
    if let Some(class) = codecs.class_of_operand(record) {
        let members = codecs.members(class);
        return Ok(match members[..] {
            [(register, _)] => InsnOperand::Register(register),
            _ => InsnOperand::NoRegister,
        });
    }
    let is_row = |row: &&ConstantRow| {
        (row.method.is_empty() || row.method == method)
            && instruction.name().starts_with(row.instruction)
            && row.operand == record.name()
    };
    let row = codecs.syntax.constants.iter().find(is_row);
    Ok(InsnOperand::Number(row.map_or(0, |row| row.number)))
}

/// Returns the values in `DefaultOps` for all parts of the operand that begins at `made`; none without defaults.
pub(crate) fn default_values(
    codecs: &CodecBuilder<'_, '_>,
    list: OperandList<'_>,
    made: usize,
) -> Result<Vec<InsnOperand>, FieldError> {
    let Some(part) = list.mi_operands().get(made) else { return Ok(Vec::new()) };
    let count = list.list()[part.operand as usize].mi_operand_count as usize;
    let mut values = Vec::with_capacity(count);
    for part in made..made + count {
        values.extend(default_value(codecs, list, part)?);
    }
    Ok(values)
}

/// Returns the value in `DefaultOps`, for example the condition "always".
fn default_value(
    codecs: &CodecBuilder<'_, '_>,
    list: OperandList<'_>,
    made: usize,
) -> Result<Option<InsnOperand>, FieldError> {
    let operand = &list.list()[list.mi_operands()[made].operand as usize];
    let record = codecs.store.record(list.class(operand).record);
    if !record.inherits("OperandWithDefaultOps") {
        return Ok(None);
    }
    let defaults = record.dag("DefaultOps")?;
    let Some(default) = defaults.args.get(made - operand.mi_operand as usize) else {
        return Ok(None);
    };
    // A value has a type: `(i32 14)`.
    let mut value = default.value;
    if let Value::Dag(typed) = codecs.store.value(value) {
        value = typed.args.first().map_or(value, |arg| arg.value);
    }
    let value = codecs.store.value_ref(value);
    if let Some(number) = value.as_int() {
        return Ok(Some(InsnOperand::Number(number)));
    }
    let registers = codecs.names.registers;
    let register = value.as_record().map(|record| registers.for_record(record.id()));
    Ok(register.map(|register| register.map_or(InsnOperand::NoRegister, InsnOperand::Register)))
}

/// Returns the name for the operand that a machine operand is tied to, in either direction.
pub(crate) fn tied_name(list: OperandList<'_>, number: usize) -> Option<Symbol> {
    let name = |number: usize| list.list()[list.mi_operands()[number].operand as usize].name;
    if let OperandConstraint::TiedTo(other) = list.mi_operands()[number].constraint {
        return Some(name(other as usize));
    }
    let is_tied = |other: &usize| {
        list.mi_operands()[*other].constraint == OperandConstraint::TiedTo(number as u32)
    };
    (0..list.mi_operands().len()).find(is_tied).map(name)
}
