//! `--gen-clang-opcodes`: opcodes of Clang's constant expression interpreter.

mod emit;
mod model;

use tablewright_backend::{Backend, Failure, Job};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-clang-opcodes",
    help: "Generate Clang constexpr interpreter opcodes",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let opcodes = model::collect(job.store)?;
    job.write_cpp(|w| emit::emit(&opcodes, w))
}
