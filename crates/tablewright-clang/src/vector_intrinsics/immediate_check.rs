//! Immediate operand checks in NEON, SVE and SME records.

use tablewright_records::{FieldError, Record};
use tablewright_text::{CppWriter, append};

use super::case_labels::emit_case_labels;
use super::family::IntrinsicFamily;
use super::field_error;
use crate::record_views::arm_sve::ImmCheckRecord;

/// A check in a record.
#[derive(Clone, Copy)]
pub(super) struct DescribedCheck {
    pub(super) operand: i64,
    pub(super) kind: i64,
    /// The prototype index of the type whose elements the check depends on.
    pub(super) of_type: Option<usize>,
}

/// An intrinsic's check.
#[doc(alias = "ImmCheck")]
#[derive(Clone, Copy)]
pub(super) struct ImmediateCheck {
    pub(super) operand: i64,
    pub(super) kind: i64,
    /// The element width that the check depends on, or 0.
    pub(super) element_bits: u32,
    /// The vector width that the check depends on, or 0; `None` in SVE and SME.
    pub(super) vector_bits: Option<u32>,
}

/// C++ around the arguments of a check, for example `ImmChecks.emplace_back(` and `);`.
#[derive(Clone, Copy)]
pub(super) struct CheckForm {
    pub(super) start: &'static str,
    pub(super) end: &'static str,
    /// The statement after a builtin's checks.
    pub(super) last: &'static str,
}

impl DescribedCheck {
    /// Reads a check in `record`, whose prototype has `types` types.
    pub(super) fn read(
        check: ImmCheckRecord<'_>,
        types: usize,
        record: Record<'_>,
    ) -> Result<DescribedCheck, FieldError> {
        let (operand, of_operand) = (check.operand()?, check.type_operand()?);
        let kind = check.kind()?.number()?;
        if of_operand < 0 {
            return Ok(DescribedCheck { operand, kind, of_type: None });
        }
        let of_type = usize::try_from(of_operand).ok().and_then(|at| at.checked_add(1));
        let of_type = of_type.filter(|&at| at < types).ok_or_else(|| {
            field_error(record, "ImmChecks", &format!("operand {of_operand} does not exist"))
        })?;
        Ok(DescribedCheck { operand, kind, of_type: Some(of_type) })
    }
}

/// Writes the checks of each builtin as `switch` cases.
pub(super) fn emit_checks<'n, C: IntoIterator<Item = ImmediateCheck>>(
    builtins: impl Iterator<Item = (&'n str, C)>,
    form: CheckForm,
    family: IntrinsicFamily,
    w: &mut CppWriter,
) {
    append!(w, "#ifdef GET_", family.macro_name(), "_IMMEDIATE_CHECK\n");
    for (name, checks) in builtins {
        emit_case_labels(family, [name], w);
        for ImmediateCheck { operand, kind, element_bits, vector_bits } in checks {
            append!(w, form.start, operand, ", ", kind, ", ", element_bits);
            if let Some(vector_bits) = vector_bits {
                append!(w, ", ", vector_bits);
            }
            append!(w, form.end);
        }
        append!(w, form.last);
    }
    append!(w, "#endif\n\n");
}
