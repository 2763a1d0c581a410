//! `--gen-riscv-sifive-vector-builtins`: declarations of the builtins for SiFive's vector intrinsics.

use tablewright_backend::{Backend, Failure, Job};

use crate::support::riscv_vector::builtins_file;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-riscv-sifive-vector-builtins",
    help: "Generate riscv_sifive_vector_builtins.inc for clang",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    builtins_file::run(job)
}
