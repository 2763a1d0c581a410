//! `--gen-riscv-vector-builtin-sema`: how Clang declares the vector intrinsics of RISC-V.

use tablewright_backend::{Backend, Failure, Job};

use crate::support::riscv_vector::sema_file;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-riscv-vector-builtin-sema",
    help: "Generate riscv_vector_builtin_sema.inc for clang",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    sema_file::run(job)
}
