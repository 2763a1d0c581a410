//! Immediate operand checks as `switch` cases.

use tablewright_backend::{Failure, Job};
use tablewright_records::Feature;

use super::by_name::ByName;
use super::intrinsic::{SveIntrinsicId, SveIntrinsics};
use crate::vector_intrinsics::family::IntrinsicFamily;
use crate::vector_intrinsics::immediate_check::{CheckForm, emit_checks};

pub(crate) fn run(job: &mut Job<'_>, family: IntrinsicFamily) -> Result<(), Failure> {
    let intrinsics: &SveIntrinsics = job.analysis()?;
    let ByName(by_name) = job.analysis()?;
    let has_checks = |id: &SveIntrinsicId| intrinsics.immediate_checks(*id).next().is_some();
    let mut checked: Vec<SveIntrinsicId> = by_name.iter().copied().filter(has_checks).collect();
    // If several builtins have the same name, the first is used.
    checked.dedup_by_key(|id| &intrinsics.full_names[*id]);
    let emplaces = job.store.release().has(Feature::ImmChecksOfNeon);
    let (start, end) = if emplaces && family == IntrinsicFamily::Sve {
        ("ImmChecks.emplace_back(", ");\n")
    } else {
        ("ImmChecks.push_back(std::make_tuple(", "));\n")
    };
    let form = CheckForm { start, end, last: "  break;\n" };
    let builtins =
        checked.iter().map(|&id| (&intrinsics.full_names[id], intrinsics.immediate_checks(id)));
    job.write_cpp(|w| emit_checks(builtins, form, family, w))
}
