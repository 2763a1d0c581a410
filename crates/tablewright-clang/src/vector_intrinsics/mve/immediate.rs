//! Immediate operands: ranges, and the checks in Clang.

use tablewright_records::{Record, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_text::{Append, TextSink, append};

use super::error::{in_field, without_position};
use super::mve_type::{MveTypeId, MveTypes, VECTOR_BITS};
use super::type_reader::MveTypeReader;
use crate::record_views::arm_mve::{IbConstRangeRecord, IbEltBitRecord, ImmediateRecord};

/// The placeholder for the operand size in bits, in a check's argument.
const LANE_SIZE: &str = "!lanesize";

pub(super) struct Immediate {
    pub(super) operand: u32,
    ty: MveTypeId,
    low: i64,
    high: i64,
    further_check: Option<FurtherCheck>,
}

/// A check in addition to the range.
struct FurtherCheck {
    /// The suffix of the Clang function.
    function: String,
    argument: String,
}

impl Immediate {
    /// Reads an `Immediate` record for an operand of type `ty`.
    pub(super) fn read<'s>(
        record: ImmediateRecord<'s>,
        operand: u32,
        ty: MveTypeId,
        parameter: MveTypeId,
        types: &mut MveTypeReader<'s>,
    ) -> Result<Immediate, Diagnostic> {
        let bounds = record.bounds()?;
        let (low, high) = read_bounds(*record, bounds, parameter, types)?;
        let mut further_check = None;
        if let Some(function) = record.extra()?.0 {
            let argument = record.extraarg()?.0.unwrap_or("");
            if !function.is_empty() {
                let [function, argument] = [function, argument].map(str::to_owned);
                further_check = Some(FurtherCheck { function, argument });
            }
        }
        Ok(Immediate { operand, ty, low, high, further_check })
    }

    /// Appends the checks as C++ expressions to `checks`.
    pub(super) fn push_checks(&self, types: &MveTypes, checks: &mut String) {
        let bits = types.bits(self.ty);
        if self.is_narrower_than(bits) {
            push_separator(checks);
            append!(checks, "SemaRef.BuiltinConstantArgRange(TheCall, ", self.operand, ", ");
            append!(checks, Hexadecimal(self.low), ", ", Hexadecimal(self.high), ")");
        }
        if let Some(FurtherCheck { function, argument }) = &self.further_check {
            push_separator(checks);
            append!(checks, "SemaRef.BuiltinConstantArg", function, "(TheCall, ", self.operand);
            match argument.as_str() {
                "" => {}
                LANE_SIZE => append!(checks, ", ", bits),
                argument => append!(checks, ", ", argument),
            }
            checks.push(')');
        }
    }

    /// Whether the range excludes some values of a type with this number of bits.
    fn is_narrower_than(&self, bits: u32) -> bool {
        // The distance is a signed 64-bit number. A greater distance counts as wider than any type.
        let distance = i128::from(self.high.wrapping_sub(self.low)) as u128;
        let all = 1_u128.checked_shl(bits).map_or(u128::MAX, |past| past - 1);
        distance < all
    }
}

fn push_separator(checks: &mut String) {
    if !checks.is_empty() {
        checks.push_str(" ||\n         ");
    }
}

/// Reads the minimum and the maximum.
fn read_bounds<'s>(
    record: Record<'s>,
    bounds: Record<'s>,
    parameter: MveTypeId,
    types: &mut MveTypeReader<'s>,
) -> Result<(i64, i64), Diagnostic> {
    let bits = types.types.bits(parameter);
    if let Some(range) = IbConstRangeRecord::from_record(bounds) {
        return Ok((range.lo()?, range.hi()?));
    }
    match bounds.name() {
        "IB_UEltValue" => {
            let past = 1_u64.checked_shl(bits).unwrap_or(0);
            Ok((0, past.wrapping_sub(1) as i64))
        }
        "IB_LaneIndex" => {
            let Some(lanes) = VECTOR_BITS.checked_div(bits) else {
                return Err(in_field(
                    Code::IntrinsicPrototypes,
                    record,
                    "bounds",
                    "cannot count lanes: the intrinsic's type is not a vector",
                ));
            };
            Ok((0, i64::from(lanes.wrapping_sub(1))))
        }
        _ => {
            let Some(bit) = IbEltBitRecord::from_record(bounds) else {
                return Err(without_position(
                    Code::IntrinsicPrototypes,
                    "unrecognised ImmediateBounds subclass",
                ));
            };
            let low = bit.base()?;
            let ty = types.for_record(bit.ty()?, parameter)?;
            Ok((low, low.wrapping_add(i64::from(types.types.bits(ty))).wrapping_sub(1)))
        }
    }
}

/// A hexadecimal number with its sign.
struct Hexadecimal(i64);

impl Append for Hexadecimal {
    fn append_to(&self, out: &mut impl TextSink) {
        if self.0 < 0 {
            out.push('-');
        }
        let magnitude = self.0.unsigned_abs();
        write!(out, "0x{magnitude:X}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vector_intrinsics::c_type::{Element, ElementKind};
    use expect_test::{Expect, expect};

    /// Prints the checks for an operand with this number of bits, and an additional check with an
    /// argument.
    fn check(bits: u32, low: i64, high: i64, argument: Option<&str>, expected: Expect) {
        let mut types = MveTypes::new();
        let element = Element { kind: ElementKind::Signed, bits };
        let ty = types.intern_scalar(element, None);
        let further_check = argument.map(|argument| FurtherCheck {
            function: "Odd".to_owned(),
            argument: argument.to_owned(),
        });
        let immediate = Immediate { operand: 2, ty, low, high, further_check };
        let mut checks = String::new();
        immediate.push_checks(&types, &mut checks);
        expected.assert_eq(&checks.replace("SemaRef.BuiltinConstantArg", ""));
    }

    #[test]
    fn a_range_is_checked_unless_the_type_has_no_other_values() {
        check(32, -4, 12, None, expect!["Range(TheCall, 2, -0x4, 0xC)"]);
        check(8, 0, 254, None, expect!["Range(TheCall, 2, 0x0, 0xFE)"]);
        check(8, 0, 255, None, expect![""]);
        check(64, i64::MIN, -1, None, expect!["Range(TheCall, 2, -0x8000000000000000, -0x1)"]);
        // The distance does not fit into a signed 64-bit number.
        check(64, i64::MIN, i64::MAX, None, expect![""]);
        check(64, 3, 2, None, expect![""]);
    }

    #[test]
    fn a_further_check_may_have_an_argument() {
        check(8, 0, 255, Some(""), expect!["Odd(TheCall, 2)"]);
        check(8, 0, 255, Some("4"), expect!["Odd(TheCall, 2, 4)"]);
        check(8, 0, 255, Some("!lanesize"), expect!["Odd(TheCall, 2, 8)"]);
        check(
            16,
            1,
            8,
            Some(""),
            expect![[r#"
                Range(TheCall, 2, 0x1, 0x8) ||
                         Odd(TheCall, 2)"#]],
        );
    }
}
