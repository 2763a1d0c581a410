//! Short names for rows and shapes that targets share.

use crate::cursor::{Mismatch, TextCursor};
use crate::relative::{DistanceOrigin, DistanceUnit, RelativeDistance, RelativeRow};
use crate::relocation::{RelocationPlace, RelocationRow};
use crate::syntax::{
    CodecRow, CodecShape, NumberShape, NumberSign, Omitted, OperandFieldShape, PartShape, TextRow,
    TextShape, Valid,
};
use crate::text::{CustomPrint, ParseContext, ParsedText};

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

/// Reads no operand: a target whose text can only be printed.
pub(super) fn unread(
    _: &ParseContext<'_>,
    cursor: &mut TextCursor<'_>,
) -> Result<ParsedText, Mismatch> {
    Err(Mismatch::new(cursor, "an operand with a known syntax"))
}

/// Returns a floating-point number of eight bits: sign, three bits of the exponent, four of the fraction.
pub(super) fn small_float(bits: i64) -> f64 {
    let sign = if bits & 0x80 != 0 { -1.0 } else { 1.0 };
    let exponent = (bits >> 4 & 7 ^ 4) - 3;
    let fraction = 1.0 + (bits & 15) as f64 / 16.0;
    sign * fraction * 2_f64.powi(exponent as i32)
}

/// A shape with a printing function that is in the target's source.
macro_rules! shared {
    ($print:ident, $parse:ident) => {
        $crate::syntax::TextShape::Shared { name: stringify!($print), print: $print, parse: $parse }
    };
}
pub(super) use shared;

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
    RelocationRow { operand, modifier, parts, number, place: RelocationPlace::Instruction }
}

/// A relocation at a relative operand's field.
pub(super) const fn relative_relocation(operand: &'static str, number: u32) -> RelocationRow {
    let row = relocation(operand, "", 0, number);
    RelocationRow { place: RelocationPlace::RelativeField, ..row }
}

/// An operand with a distance from the instruction's start plus `base` bytes, in units of `scale` bytes.
pub(super) const fn relative(operand: &'static str, base: i64, scale: i64) -> RelativeRow {
    let (origin, unit) = (DistanceOrigin::Start(base), DistanceUnit::Bits(scale));
    RelativeRow { operand, distance: RelativeDistance { origin, unit }, register: "", mark: None }
}

/// A shape for bits that a function converts.
pub(super) const fn mapped(
    decode: fn(u64) -> Option<u64>,
    shape: &'static CodecShape,
) -> CodecShape {
    CodecShape::Mapped { name: "", decode, encode: |_| None, shape }
}

pub(super) const fn field(operand: &'static str, shape: CodecShape) -> OperandFieldShape {
    OperandFieldShape { operand, shape }
}

pub(super) const fn valid(valid: Valid) -> CodecShape {
    number(NumberShape { valid, ..NumberShape::UNSIGNED })
}

/// A printer without a reader.
pub(super) const fn printed(print: CustomPrint) -> TextShape {
    TextShape::Custom { print, parse: unread }
}
