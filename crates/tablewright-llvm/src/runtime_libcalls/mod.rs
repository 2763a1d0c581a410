//! `--gen-runtime-libcalls`: run-time library functions that compilers call, and their availability on each system.

mod condition;
mod emit;
mod emit_groups;
mod groups;
mod libcall_impl;
mod model;
mod name_table;
mod named_libraries;
mod systems;

use tablewright_backend::{Backend, Failure, Job};

pub(crate) const BACKEND: Backend =
    Backend { name: "gen-runtime-libcalls", help: "Generate RuntimeLibcalls", options: &[], run };

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let model = model::collect(job.store, job.diagnostics)?;
    let source = job.store.input_name();
    job.write_cpp(|w| emit::emit(&model, source, w))
}
