//! `--gen-opt-parser-defs`: a program's options as tables for LLVM's option parser.

mod emit;
mod emit_info;
mod emit_string_tables;
mod entries;
mod info_tables;
mod model;
mod string_tables;

use tablewright_backend::{Backend, Failure, Job};

pub(crate) const BACKEND: Backend =
    Backend { name: "gen-opt-parser-defs", help: "Generate option definitions", options: &[], run };

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let model = model::collect(job.store, job.diagnostics)?;
    job.write_cpp(|w| emit::emit(&model, w))
}
