//! `--gen-clang-diags-index-name`: all diagnostics in order of their names, as macro calls.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_text::{CppWriter, line};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-clang-diags-index-name",
    help: "Generate Clang diagnostic name index",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let class = job.store.expect_class("Diagnostic")?;
    let mut w = CppWriter::new();
    // Programs look names up by bisection, which compares bytes; that is the order of all records.
    for record in job.store.records().filter(|record| record.superclasses().contains(&class)) {
        line!(w, "DIAG_NAME_INDEX({})", record.name());
    }
    job.write_text(&w.finish())
}
