//! `--gen-riscv-sifive-vector-builtin-sema`: how Clang declares SiFive's vector intrinsics.

use tablewright_backend::{Backend, Failure, Job};

use crate::support::riscv_vector::sema_file;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-riscv-sifive-vector-builtin-sema",
    help: "Generate riscv_sifive_vector_builtin_sema.inc for clang",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    sema_file::run(job)
}
