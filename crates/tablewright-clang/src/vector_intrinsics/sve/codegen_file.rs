//! The map from builtins to LLVM intrinsics.

use tablewright_backend::{Failure, Job};
use tablewright_text::{CppWriter, append};

use super::by_name::ByName;
use super::intrinsic::{SveIntrinsicId, SveIntrinsics};
use crate::vector_intrinsics::family::IntrinsicFamily;

pub(crate) fn run(job: &mut Job<'_>, family: IntrinsicFamily) -> Result<(), Failure> {
    let intrinsics: &SveIntrinsics = job.analysis()?;
    let ByName(by_name) = job.analysis()?;
    job.write_cpp(|w| emit(intrinsics, by_name, family, w))
}

fn emit(
    intrinsics: &SveIntrinsics,
    by_name: &[SveIntrinsicId],
    family: IntrinsicFamily,
    w: &mut CppWriter,
) {
    let upper = family.name();
    append!(w, "#ifdef GET_", upper, "_LLVM_INTRINSIC_MAP\n");
    for &id in by_name {
        let (full_name, flags) = (&intrinsics.full_names[id], intrinsics.flags(id));
        match &intrinsics.names[intrinsics.all[id].llvm_name] {
            "" => append!(w, upper, "MAP2(", full_name, ", ", flags, "),\n"),
            llvm => append!(w, upper, "MAP1(", full_name, ", ", llvm, ", ", flags, "),\n"),
        }
    }
    append!(w, "#endif\n\n");
}
