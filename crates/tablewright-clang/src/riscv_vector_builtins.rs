//! `--gen-riscv-vector-builtins`: declarations of the builtins for the vector intrinsics of RISC-V.

use tablewright_backend::{Backend, Failure, Job};

use crate::support::riscv_vector::builtins_file;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-riscv-vector-builtins",
    help: "Generate riscv_vector_builtins.inc for clang",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    builtins_file::run(job)
}
