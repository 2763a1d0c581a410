//! What immediate operands may be.

use tablewright_records::FieldError;

use super::intrinsic::{Intrinsic, error};
use super::mangled_name::ClassKind;

/// The values that Clang accepts.
pub(crate) struct ImmediateRange {
    /// 0 where it is not stated.
    pub(crate) lower: Option<u32>,
    /// An expression of Clang's, for it may depend on the type of a call.
    pub(crate) upper: String,
}

/// What the immediate operand at the place `immediate` of an intrinsic with a builtin may be.
pub(crate) fn immediate_range(
    intrinsic: &Intrinsic<'_>,
    immediate: usize,
) -> Result<ImmediateRange, FieldError> {
    let record = intrinsic.record();
    let called = intrinsic.name();
    let mut lower = None;
    let upper = if record.bit("isVXAR")? {
        lower = Some(0);
        "63".to_owned()
    } else if record.bit("isVCVT_N")? {
        lower = Some(1);
        let bits = match intrinsic.base().element_bits() {
            _ if called.contains('h') => "15",
            16 => "15",
            32 => "31",
            _ => "63",
        };
        bits.to_owned()
    } else if record.bit("isScalarShift")? {
        // Right shifts have an `r` in their name.
        if called.contains('r') || called.contains("cvt") {
            lower = Some(1);
        }
        (intrinsic.result().element_bits() - 1).to_string()
    } else if record.bit("isShift")? {
        if called.contains('r') {
            lower = Some(1);
        }
        "RFT(TV, true)".to_owned()
    } else if intrinsic.builtin_class() == ClassKind::Any {
        let is_lane_q = record.bit("isLaneQ")?;
        format!("RFT(TV, false, {is_lane_q})")
    } else {
        // A lane of the operand before.
        let Some(vector) = immediate.checked_sub(1).map(|at| intrinsic.parameters()[at]) else {
            return Err(error(record, "an immediate operand comes first, and is no shift"));
        };
        vector.elements().saturating_sub(1).to_string()
    };
    Ok(ImmediateRange { lower, upper })
}
