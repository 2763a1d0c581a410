//! `--gen-clang-builtins`: functions that Clang knows without a declaration, as macro calls or as
//! tables.

mod emit;
mod entry;
mod model;
mod prototype;
mod tables;

use tablewright_backend::{Backend, Failure, Job};

pub(crate) const BACKEND: Backend =
    Backend { name: "gen-clang-builtins", help: "Generate clang builtins list", options: &[], run };

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let builtins = model::collect(job.store)?;
    job.write_cpp(|w| emit::emit(&builtins, w))
}
