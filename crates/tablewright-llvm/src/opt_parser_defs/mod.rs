//! `--gen-opt-parser-defs`: the options of a program as tables for LLVM's option parser.

mod emit;
mod model;

use tablewright_backend::{Backend, Failure, Job};
use tablewright_text::CppWriter;

pub(crate) const BACKEND: Backend =
    Backend { name: "gen-opt-parser-defs", help: "Generate option definitions", options: &[], run };

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let model = model::collect(job.store, job.diagnostics)?;
    let mut w = CppWriter::new();
    emit::emit(&model, &mut w);
    Ok(job.out.write_all(w.finish().as_bytes())?)
}
