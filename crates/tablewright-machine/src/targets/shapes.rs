//! Short names for rows and shapes that targets share.

use crate::relocation::RelocationRow;
use crate::syntax::{
    CodecRow, CodecShape, NumberShape, NumberSign, Omitted, PartShape, TextRow, TextShape,
};

pub(super) const UNSIGNED: CodecShape = CodecShape::Number(NumberShape::UNSIGNED);

/// A number with a sign in the field's highest bit.
pub(super) const FIELD_SIGNED: NumberShape =
    NumberShape { sign: NumberSign::Field, ..NumberShape::UNSIGNED };

pub(super) const fn codec(method: &'static str, shape: CodecShape) -> CodecRow {
    CodecRow { method, shape }
}

pub(super) const fn number(shape: NumberShape) -> CodecShape {
    CodecShape::Number(shape)
}

pub(super) const fn part(low: u32, width: u32, shape: CodecShape) -> PartShape {
    PartShape { low, width, shape }
}

pub(super) const fn text(method: &'static str, shape: TextShape) -> TextRow {
    TextRow { method, shape }
}

pub(super) const fn names(names: &'static [(i64, &'static str)]) -> TextShape {
    TextShape::Names { names, lead: "", omitted: Omitted::Never }
}

/// A relocation for any operand record if `operand` is empty.
pub(super) const fn relocation(
    operand: &'static str,
    modifier: &'static str,
    parts: usize,
    number: u32,
) -> RelocationRow {
    RelocationRow { operand, modifier, parts, number }
}
