//! The checks of immediate operands: cases of a `switch`.

use tablewright_backend::{Failure, Job};
use tablewright_text::{CppWriter, append};

use super::by_name::ByName;
use super::intrinsic::{IntrinsicId, Intrinsics};
use super::signature::ImmediateCheck;
use crate::vector_intrinsics::case_labels::emit_case_labels;
use crate::vector_intrinsics::family::IntrinsicFamily;

pub(crate) fn run(job: &mut Job<'_>, family: IntrinsicFamily) -> Result<(), Failure> {
    let intrinsics: &Intrinsics = job.analysis()?;
    let ByName(by_name) = job.analysis()?;
    let has_checks = |id: &IntrinsicId| intrinsics.immediate_checks(*id).next().is_some();
    let mut checked: Vec<IntrinsicId> = by_name.iter().copied().filter(has_checks).collect();
    // Of builtins with the same name, the first decides.
    checked.dedup_by_key(|id| &intrinsics.full_names[*id]);
    job.write_cpp(|w| emit(intrinsics, &checked, family, w))
}

fn emit(
    intrinsics: &Intrinsics,
    checked: &[IntrinsicId],
    family: IntrinsicFamily,
    w: &mut CppWriter,
) {
    append!(w, "#ifdef GET_", family.name(), "_IMMEDIATE_CHECK\n");
    for &id in checked {
        emit_case_labels(family, [&intrinsics.full_names[id]], w);
        for ImmediateCheck { operand, kind, element_bits } in intrinsics.immediate_checks(id) {
            append!(w, "ImmChecks.push_back(std::make_tuple(", operand, ", ", kind, ", ");
            append!(w, element_bits, "));\n");
        }
        append!(w, "  break;\n");
    }
    append!(w, "#endif\n\n");
}
