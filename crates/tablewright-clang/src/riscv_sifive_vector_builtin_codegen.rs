//! `--gen-riscv-sifive-vector-builtin-codegen`: how Clang generates code for SiFive's vector intrinsics.

use tablewright_backend::{Backend, Failure, Job};

use crate::support::riscv_vector::codegen_file;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-riscv-sifive-vector-builtin-codegen",
    help: "Generate riscv_sifive_vector_builtin_cg.inc for clang",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    codegen_file::run(job)
}
