//! `--gen-riscv-vector-builtin-codegen`: how Clang generates code for the vector intrinsics of RISC-V.

use tablewright_backend::{Backend, Failure, Job};

use crate::support::riscv_vector::codegen_file;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-riscv-vector-builtin-codegen",
    help: "Generate riscv_vector_builtin_cg.inc for clang",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    codegen_file::run(job)
}
