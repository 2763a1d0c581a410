//! Immediate operand ranges.

use tablewright_records::FieldError;
use tablewright_syntax::diagnostic::Code;

use super::intrinsic::NeonIntrinsic;
use super::mangled_name::ClassKind;

/// The values that Clang accepts.
pub(crate) struct ImmediateRange {
    /// `None` for 0, Clang's default.
    pub(crate) lower: Option<u32>,
    /// A C++ expression in Clang, since the range may depend on the call's type.
    pub(crate) upper: String,
}

/// Returns the range for the operand with index `immediate` in an intrinsic with a builtin.
pub(crate) fn immediate_range(
    intrinsic: &NeonIntrinsic<'_>,
    immediate: usize,
) -> Result<ImmediateRange, FieldError> {
    let record = intrinsic.record();
    let called = intrinsic.name();
    let mut lower = None;
    let upper = if record.is_vxar()? {
        lower = Some(0);
        "63".to_owned()
    } else if record.is_vcvt_n()? {
        lower = Some(1);
        let bits = match intrinsic.base().element_bits() {
            _ if called.contains('h') => "15",
            16 => "15",
            32 => "31",
            _ => "63",
        };
        bits.to_owned()
    } else if record.is_scalar_shift()? {
        // Right shifts have an `r` in their name.
        if called.contains('r') || called.contains("cvt") {
            lower = Some(1);
        }
        (intrinsic.result().element_bits() - 1).to_string()
    } else if record.is_shift()? {
        if called.contains('r') {
            lower = Some(1);
        }
        "RFT(TV, true)".to_owned()
    } else if intrinsic.builtin_class() == ClassKind::Any {
        let is_lane_q = record.is_lane_q()?;
        format!("RFT(TV, false, {is_lane_q})")
    } else {
        // A lane of the previous operand.
        let Some(vector) = immediate.checked_sub(1).map(|at| intrinsic.parameters()[at]) else {
            return Err(FieldError::new(
                Code::IntrinsicPrototypes,
                *record,
                "the first operand is an immediate but not a shift",
            ));
        };
        vector.elements().saturating_sub(1).to_string()
    };
    Ok(ImmediateRange { lower, upper })
}
