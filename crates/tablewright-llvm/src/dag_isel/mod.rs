//! `--gen-dag-isel`: instruction selection as a table that an interpreter runs over the selection DAG.
//!
//! `model` converts patterns to matchers, merges their common parts, numbers the entities in the table, and encodes the
//! matchers. `emit` prints the table and the functions that it calls. `matcher_table` is the table as data, for people
//! and tools that look up steps by offset. `selector` executes it.

mod emit;
pub mod matcher_table;
mod model;
pub mod selector;

use model::analyses::DagIselAnalyses;
use tablewright_backend::{Backend, BackendOption, Failure, Job, OptionGroup, OptionKind};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-dag-isel",
    help: "Generate a DAG instruction selector",
    options: &[OptionGroup {
        heading: "Options for -gen-dag-isel",
        options: &[INSTRUMENT_COVERAGE, OMIT_COMMENTS],
    }],
    run,
};

const INSTRUMENT_COVERAGE: BackendOption = BackendOption {
    name: "instrument-coverage",
    kind: OptionKind::Flag { default: false },
    help: "Generates tables to help identify patterns matched",
};

const OMIT_COMMENTS: BackendOption = BackendOption {
    name: "omit-comments",
    kind: OptionKind::Flag { default: false },
    help: "Do not generate comments",
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let has_coverage = job.options.flag(&INSTRUMENT_COVERAGE);
    let mut analyses = DagIselAnalyses { store: job.store, diagnostics: job.diagnostics };
    let mut model = model::DagIsel::collect(&mut analyses, has_coverage)?;
    let table = model.take_table(!job.options.flag(&OMIT_COMMENTS), job.diagnostics)?;
    job.write_cpp(|w| emit::emit(&model, &table, w))
}
