//! The file that maps builtins to intrinsics of LLVM.

use tablewright_backend::{Failure, Job};
use tablewright_text::{CppWriter, append};

use super::Extension;
use super::flags::Flags;
use super::intrinsic::{self, Intrinsic};

pub(crate) fn run(job: &mut Job<'_>, extension: Extension) -> Result<(), Failure> {
    let flags = Flags::collect(job.store)?;
    let intrinsics = intrinsic::sorted_by_name(job.store, &flags)?;
    job.write_cpp(|w| emit(&intrinsics, extension, w))
}

fn emit(intrinsics: &[Intrinsic<'_>], extension: Extension, w: &mut CppWriter) {
    let upper = extension.upper();
    append!(w, "#ifdef GET_", upper, "_LLVM_INTRINSIC_MAP\n");
    for Intrinsic { full_name, llvm_name, flags, .. } in intrinsics {
        match llvm_name.as_str() {
            "" => append!(w, upper, "MAP2(", full_name, ", ", flags, "),\n"),
            _ => append!(w, upper, "MAP1(", full_name, ", ", llvm_name, ", ", flags, "),\n"),
        }
    }
    append!(w, "#endif\n\n");
}
