//! `--gen-searchable-tables`: enums, record tables, and look-up functions.
//!
//! [`collect`] reads the records into a [`model`], which [`emit`] prints. Enums come from
//! [`enums`]. Tables come from [`generic_table`] (records of class `GenericTable`) and
//! [`class_table`] (classes that derive from `SearchableTable`, the older form). Both use
//! [`collected_table`] for rows, [`columns`] for field types, and [`lookups`] for search functions.
//! [`sparse`] tables have a row for each possible key; [`strings`] collects a table's strings.

mod class_table;
mod collect;
mod collected_table;
mod columns;
mod emit;
mod enums;
mod generic_table;
mod lookups;
mod model;
mod sparse;
mod strings;
mod target_names;
#[cfg(test)]
mod tests;

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
