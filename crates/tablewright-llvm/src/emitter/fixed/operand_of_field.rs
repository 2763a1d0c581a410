//! Finds the operand for an encoding field.

use tablewright_records::{Record, Value, ValueId};
use tablewright_syntax::symbol::Symbol;
use tablewright_target::instructions::encoding::PositionalOperands;
use tablewright_target::instructions::operands::{MiOperand, Operand, Operands};

use crate::emitter::source::EncoderSource;

/// Finds the operands for an encoding's fields, in field order.
pub(super) struct FieldOperands<'s> {
    instruction: Record<'s>,
    /// The record that has the fields.
    encoding: Record<'s>,
    operands: Option<Operands<'s>>,
    positional: PositionalOperands,
    /// The next machine operand to be taken by position.
    next: usize,
}

impl<'s> FieldOperands<'s> {
    pub(super) fn new(
        source: &EncoderSource<'s>,
        instruction: Record<'s>,
        encoding: Record<'s>,
        positional: PositionalOperands,
    ) -> FieldOperands<'s> {
        let id = source.instructions.id(instruction.id());
        let operands = id.map(|id| source.operands.for_instruction(id));
        FieldOperands { instruction, encoding, operands, positional, next: 0 }
    }

    /// Returns the machine operand number for a field, and its encoder method.
    pub(super) fn find(&mut self, field: Symbol) -> Result<(u32, Option<Symbol>), String> {
        let text = self.instruction.store().str(field);
        let none = || format!("No operand named {text} in record {}", self.instruction.name());
        let operands = self.operands.ok_or_else(none)?;
        let number = match (named(operands, field), self.positional) {
            (Some(number), _) => number,
            (None, PositionalOperands::None) => return Err(none()),
            (None, PositionalOperands::FromAll | PositionalOperands::FromUnnamed) => {
                self.by_position(operands).ok_or_else(|| {
                    let name = self.instruction.name();
                    format!("Too few operands in record {name} (no match for variable {text})")
                })?
            }
        };
        let operand: &MiOperand = &operands.mi_operands()[number];
        if operand.is_not_encoded {
            return Err(format!("Operand {text} used but also marked as not emitted!"));
        }
        Ok((number as u32, operand.encoder_method))
    }

    fn by_position(&mut self, operands: Operands<'s>) -> Option<usize> {
        // Only older releases assign operands by position. They differ in whether they skip operands named by a field.
        let is_from_unnamed = self.positional == PositionalOperands::FromUnnamed;
        let is_free = |operand: &MiOperand| {
            let whole = &operands.list()[operand.operand as usize];
            let is_taken = is_from_unnamed && self.is_field(whole);
            !operand.is_not_encoded && !is_taken
        };
        let later_operands = operands.mi_operands().get(self.next..)?;
        let number = self.next + later_operands.iter().position(is_free)?;
        // An operand that was taken or skipped is not looked at again.
        self.next = number + 1;
        Some(number)
    }

    /// Whether a field without a value has the name of an operand.
    fn is_field(&self, operand: &Operand) -> bool {
        let Some(slot) = self.encoding.slot_of(operand.name) else { return false };
        let field = self.encoding.field_at(slot);
        let is_open = if let Value::Unset = self.encoding.store().value(field.value) {
            true
        } else if let Value::Bits(bits) = self.encoding.store().value(field.value) {
            bits.iter().any(|bit| bit == ValueId::UNSET)
        } else {
            false
        };
        is_open && !field.is_field
    }
}

/// Finds the machine operand for the named operand or operand part.
fn named(operands: Operands<'_>, name: Symbol) -> Option<usize> {
    match operands.part_named(name) {
        Some(part) => Some(operands.mi_number(part)),
        None => operands.named(name).map(|index| operands.list()[index].mi_operand as usize),
    }
}
