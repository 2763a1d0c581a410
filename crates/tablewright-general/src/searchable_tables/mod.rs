//! `--gen-searchable-tables`: enums, tables of records, and functions that look entries up.
//!
//! [`collect`] reads the records into a [`model`]: enums ([`enums`]), the columns and rows of
//! tables ([`columns`], [`tables`]) and the ways to search them ([`lookups`]).

mod collect;
mod columns;
mod emit;
mod enums;
mod lookups;
mod model;
mod tables;
mod target_names;

use tablewright_backend::{Backend, Failure, Job};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-searchable-tables",
    help: "Generate generic binary-searchable table",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let model = collect::collect(job.store)?;
    job.write_cpp(|w| emit::emit(&model, w))
}
