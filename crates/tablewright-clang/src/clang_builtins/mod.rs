//! `--gen-clang-builtins`: functions that Clang knows without a declaration, as macro calls or as
//! tables.

mod emit;
mod entry;
mod model;
mod prototype;
mod tables;

use tablewright_backend::{Failure, Job};

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let builtins = model::collect(job.store)?;
    job.write_cpp(|w| emit::emit(&builtins, w))
}
