//! The file that says what immediate operands may be.

use tablewright_backend::{Failure, Job};
use tablewright_text::{CppWriter, append};

use super::Extension;
use super::by_name::ByName;
use super::intrinsic::{IntrinsicId, Intrinsics};
use super::signature::ImmediateCheck;

pub(crate) fn run(job: &mut Job<'_>, extension: Extension) -> Result<(), Failure> {
    let intrinsics: &Intrinsics = job.analysis()?;
    let ByName(by_name) = job.analysis()?;
    let has_checks = |id: &IntrinsicId| intrinsics.immediate_checks(*id).next().is_some();
    let mut checked: Vec<IntrinsicId> = by_name.iter().copied().filter(has_checks).collect();
    // Of builtins with the same name, the first decides.
    checked.dedup_by_key(|id| &intrinsics.full_names[*id]);
    job.write_cpp(|w| emit(intrinsics, &checked, extension, w))
}

fn emit(intrinsics: &Intrinsics, checked: &[IntrinsicId], extension: Extension, w: &mut CppWriter) {
    let (upper, lower) = (extension.upper(), extension.lower());
    append!(w, "#ifdef GET_", upper, "_IMMEDIATE_CHECK\n");
    for &id in checked {
        let name = &intrinsics.full_names[id];
        append!(w, "case ", upper, "::BI__builtin_", lower, "_", name, ":\n");
        for ImmediateCheck { operand, kind, element_bits } in intrinsics.immediate_checks(id) {
            append!(w, "ImmChecks.push_back(std::make_tuple(", operand, ", ", kind, ", ");
            append!(w, element_bits, "));\n");
        }
        append!(w, "  break;\n");
    }
    append!(w, "#endif\n\n");
}
