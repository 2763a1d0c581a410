//! `--gen-clang-diag-groups`: the diagnostics that each flag controls, as tables.

mod emit;
mod model;

use tablewright_backend::{Failure, Job};

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let tables = model::collect(job)?;
    job.write_cpp(|w| emit::emit(&tables, w))
}
