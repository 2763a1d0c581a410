//! `--gen-arm-sve-builtin-codegen`: the intrinsics of LLVM behind those of SVE.

use tablewright_backend::{Backend, Failure, Job};

use crate::support::sve::{Extension, codegen_file};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-arm-sve-builtin-codegen",
    help: "Generate arm_sve_builtin_cg_map.inc for clang",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    codegen_file::run(job, Extension::Sve)
}
