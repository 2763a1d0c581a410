//! Operands in encodings composed from segments: the encoding bits of each operand.
//!
//! In: an instruction and the segments of its encoding. Out: the decoding steps, with a step for
//! each machine operand.

use tablewright_records::{FieldError, Record};

use super::operand_decoder::{
    EncodedField, OperandDecoder, OperandDecoders, OperandMethod, OperandParts,
};
use crate::instructions::operands::{OperandConstraint, Operands, SubOperand};
use crate::instructions::variable_encoding::{SegmentContent, VariableEncoding};

/// Builds the decoder for the operands of `instruction`. `has_scopes`: whether tables have scopes
/// in this release.
pub(super) fn decoder(
    instruction: Record<'_>,
    encoding: &VariableEncoding,
    operands: Operands<'_>,
    has_scopes: bool,
    decoders: &mut OperandDecoders,
) -> Result<OperandDecoder, FieldError> {
    let store = instruction.store();
    let mut parts = Vec::with_capacity(operands.mi_operands().len());
    for number in 0..operands.mi_operands().len() {
        let method = match operands.mi_record(number) {
            Some(record) => decoders.for_record(store.record(record))?,
            None => None,
        };
        parts.push(OperandParts { method, ..OperandParts::default() });
    }
    let mut base = 0;
    for segment in &encoding.segments {
        if let SegmentContent::Operand { name, low_bit, decoder, .. } = segment.content {
            let part = operands.parse(instruction, store.str(name), true)?;
            let field = EncodedField { base, width: segment.width, offset: low_bit };
            let operand = &mut parts[operands.mi_number(part)];
            operand.fields.push(field);
            if let Some(decoder) = decoder {
                let method = decoders.method_named(store.str(decoder));
                // A method in the encoding is complete if the operand's method is complete.
                let is_complete = operand.method.is_none_or(|method| method.is_complete);
                operand.method = Some(OperandMethod { method, is_complete });
            }
            if let Some(tied) = tied_part(operands, part) {
                parts[operands.mi_number(tied)].fields.push(field);
            }
        }
        base += segment.width;
    }
    // In older releases such a method receives the whole word.
    if has_scopes {
        parts.iter_mut().for_each(|part| part.has_no_bits = part.fields.is_empty());
    }
    Ok(OperandDecoder::from_operands(parts))
}

/// Returns the part of another operand that is tied to this part.
fn tied_part(operands: Operands<'_>, part: SubOperand) -> Option<SubOperand> {
    let other = tied_operand(operands, part.operand)?;
    let tied = SubOperand { operand: other, part: part.part };
    (part.part < operands.list()[other].mi_operand_count as usize).then_some(tied)
}

/// Returns the operand that the first tied part of an operand names.
fn tied_to(operands: Operands<'_>, operand: usize) -> Option<usize> {
    let mut parts = operands.parts(&operands.list()[operand]).iter();
    parts.find_map(|part| match part.constraint {
        OperandConstraint::TiedTo(other) => Some(operands.sub_operand(other as usize).operand),
        OperandConstraint::None | OperandConstraint::EarlyClobber => None,
    })
}

/// Returns the operand that is tied to this operand, in either direction.
fn tied_operand(operands: Operands<'_>, operand: usize) -> Option<usize> {
    // The last constraint wins.
    let mut tied = tied_to(operands, operand);
    for other in operand + 1..operands.list().len() {
        if tied_to(operands, other) == Some(operand) {
            tied = Some(other);
        }
    }
    tied
}
