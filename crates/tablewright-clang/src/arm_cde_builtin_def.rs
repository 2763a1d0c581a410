//! `--gen-arm-cde-builtin-def`: the builtins behind the intrinsics of CDE, as macro calls.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_text::{CppWriter, append};

use crate::support::mve::Extension;
use crate::support::mve::intrinsic::Intrinsics;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-arm-cde-builtin-def",
    help: "Generate ARM CDE builtin definitions for clang",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let intrinsics = Intrinsics::collect(job.store, Extension::Cde)?;
    job.write_cpp(|w| emit(&intrinsics, w))
}

fn emit(intrinsics: &Intrinsics<'_>, w: &mut CppWriter) {
    for intrinsic in intrinsics.with_builtin() {
        append!(w, "BUILTIN(__builtin_arm_cde_", intrinsic.full_name, ", \"\", \"ncU\")\n");
    }
}
