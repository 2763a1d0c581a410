//! Immediate operand checks as `switch` cases.

use tablewright_backend::{Failure, Job};
use tablewright_records::Feature;
use tablewright_text::{CppWriter, append};

use super::by_name::ByName;
use super::intrinsic::{SveIntrinsicId, SveIntrinsics};
use super::signature::SveImmediateCheck;
use crate::vector_intrinsics::case_labels::emit_case_labels;
use crate::vector_intrinsics::family::IntrinsicFamily;

pub(crate) fn run(job: &mut Job<'_>, family: IntrinsicFamily) -> Result<(), Failure> {
    let intrinsics: &SveIntrinsics = job.analysis()?;
    let ByName(by_name) = job.analysis()?;
    let has_checks = |id: &SveIntrinsicId| intrinsics.immediate_checks(*id).next().is_some();
    let mut checked: Vec<SveIntrinsicId> = by_name.iter().copied().filter(has_checks).collect();
    // If several builtins have the same name, the first is used.
    checked.dedup_by_key(|id| &intrinsics.full_names[*id]);
    let emplaces = job.store.release().has(Feature::ImmChecksOfNeon);
    let call = if emplaces && family == IntrinsicFamily::Sve {
        ("ImmChecks.emplace_back(", ");\n")
    } else {
        ("ImmChecks.push_back(std::make_tuple(", "));\n")
    };
    job.write_cpp(|w| emit(intrinsics, &checked, call, family, w))
}

fn emit(
    intrinsics: &SveIntrinsics,
    checked: &[SveIntrinsicId],
    (call, end): (&str, &str),
    family: IntrinsicFamily,
    w: &mut CppWriter,
) {
    append!(w, "#ifdef GET_", family.name(), "_IMMEDIATE_CHECK\n");
    for &id in checked {
        emit_case_labels(family, [&intrinsics.full_names[id]], w);
        for SveImmediateCheck { operand, kind, element_bits } in intrinsics.immediate_checks(id) {
            append!(w, call, operand, ", ", kind, ", ", element_bits, end);
        }
        append!(w, "  break;\n");
    }
    append!(w, "#endif\n\n");
}
