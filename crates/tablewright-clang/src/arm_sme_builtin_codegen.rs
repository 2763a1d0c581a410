//! `--gen-arm-sme-builtin-codegen`: the intrinsics of LLVM behind those of SME.

use tablewright_backend::{Backend, Failure, Job};

use crate::support::sve::{Extension, codegen_file};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-arm-sme-builtin-codegen",
    help: "Generate arm_sme_builtin_cg_map.inc for clang",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    codegen_file::run(job, Extension::Sme)
}
