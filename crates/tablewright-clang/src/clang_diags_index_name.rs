//! `--gen-clang-diags-index-name`: all diagnostics by name, as macro calls.

use tablewright_backend::{Failure, Job};
use tablewright_records::Record;
use tablewright_text::line;

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let class = job.store.expect_class("Diagnostic")?;
    // Programs use binary search with byte comparison, which is the order of all records.
    let diagnostics = job.store.records().filter(|record| record.superclasses().contains(&class));
    let names: Vec<&str> = diagnostics.map(Record::name).collect();
    job.write_cpp(|w| {
        for name in names {
            line!(w, "DIAG_NAME_INDEX({name})");
        }
    })
}
