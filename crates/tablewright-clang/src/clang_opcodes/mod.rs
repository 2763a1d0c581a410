//! `--gen-clang-opcodes`: opcodes of Clang's constant expression interpreter.

mod emit;
mod model;

use tablewright_backend::{Failure, Job};

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let opcodes = model::collect(job.store)?;
    job.write_cpp(|w| emit::emit(&opcodes, w))
}
