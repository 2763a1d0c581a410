//! `--gen-clang-sa-checkers`: static analyzer checkers with packages, options and dependencies, as
//! macro calls.

mod emit;
mod model;

use tablewright_backend::{Backend, Failure, Job};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-clang-sa-checkers",
    help: "Generate Clang Static Analyzer checkers",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let registry = model::collect(job.store)?;
    job.write_cpp(|w| emit::emit(&registry, w))
}
