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
    let records = job.store.derived_from_name("Diagnostic")?;
    let mut names: Vec<&str> = records.iter().map(|record| record.name()).collect();
    // Programs look names up by bisection, which compares bytes.
    names.sort_unstable();
    let mut w = CppWriter::new();
    for name in names {
        line!(w, "DIAG_NAME_INDEX({name})");
    }
    Ok(job.out.write_all(w.finish().as_bytes())?)
}
