//! The file that says what immediate operands may be.

use rustc_hash::FxHashSet;

use tablewright_backend::{Failure, Job};
use tablewright_text::{CppWriter, append};

use super::Extension;
use super::flags::Flags;
use super::intrinsic::{self, ImmediateCheck, Intrinsic};

pub(crate) fn run(job: &mut Job<'_>, extension: Extension) -> Result<(), Failure> {
    let flags = Flags::collect(job.store)?;
    let mut intrinsics = intrinsic::sorted_by_name(job.store, &flags)?;
    // Of builtins with the same name, the first decides.
    let mut seen = FxHashSet::default();
    intrinsics.retain(|intrinsic| {
        !intrinsic.immediate_checks.is_empty() && seen.insert(intrinsic.full_name.clone())
    });
    job.write_cpp(|w| emit(&intrinsics, extension, w))
}

fn emit(intrinsics: &[Intrinsic<'_>], extension: Extension, w: &mut CppWriter) {
    let (upper, lower) = (extension.upper(), extension.lower());
    append!(w, "#ifdef GET_", upper, "_IMMEDIATE_CHECK\n");
    for intrinsic in intrinsics {
        append!(w, "case ", upper, "::BI__builtin_", lower, "_", intrinsic.full_name, ":\n");
        for ImmediateCheck { operand, kind, element_bits } in &intrinsic.immediate_checks {
            append!(w, "ImmChecks.push_back(std::make_tuple(", operand, ", ", kind, ", ");
            append!(w, element_bits, "));\n");
        }
        append!(w, "  break;\n");
    }
    append!(w, "#endif\n\n");
}
