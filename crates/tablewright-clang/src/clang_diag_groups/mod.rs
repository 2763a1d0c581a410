//! `--gen-clang-diag-groups`: which flag controls which diagnostics, as tables.

mod emit;
mod model;

use tablewright_backend::{Backend, Failure, Job};
use tablewright_text::CppWriter;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-clang-diag-groups",
    help: "Generate Clang diagnostic groups",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let tables = model::collect(job)?;
    let mut w = CppWriter::new();
    emit::emit(&tables, &mut w);
    Ok(job.out.write_all(w.finish().as_bytes())?)
}
