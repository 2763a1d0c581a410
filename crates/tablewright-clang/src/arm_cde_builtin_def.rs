//! `--gen-arm-cde-builtin-def`: the builtins behind the intrinsics of CDE, as macro calls.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_text::{CppWriter, append};

use crate::support::mve::Extension;
use crate::support::mve::intrinsic::{Intrinsic, Intrinsics};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-arm-cde-builtin-def",
    help: "Generate ARM CDE builtin definitions for clang",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let intrinsics = Intrinsics::of_job(job, Extension::Cde)?;
    let store = job.store;
    job.write_cpp(|w| emit(intrinsics.with_builtin(store), w))
}

fn emit<'i>(intrinsics: impl Iterator<Item = Intrinsic<'i>>, w: &mut CppWriter) {
    for intrinsic in intrinsics {
        append!(w, "BUILTIN(__builtin_arm_cde_", intrinsic.full_name(), ", \"\", \"ncU\")\n");
    }
}
