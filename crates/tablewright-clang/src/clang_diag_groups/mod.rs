//! `--gen-clang-diag-groups`: the diagnostics that each flag controls, as tables.

mod emit;
mod model;

use tablewright_backend::{Backend, Failure, Job};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-clang-diag-groups",
    help: "Generate Clang diagnostic groups",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let tables = model::collect(job)?;
    job.write_cpp(|w| emit::emit(&tables, w))
}
