//! `--gen-intrinsic-impl`: what LLVM knows of its intrinsics: names, types, attributes, builtins.

mod emit;
mod model;

use tablewright_backend::{Backend, Failure, Job};
use tablewright_text::CppWriter;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-intrinsic-impl",
    help: "Generate intrinsic information",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let model = model::collect(job)?;
    let mut w = CppWriter::new();
    emit::emit(&model, &mut w);
    Ok(job.out.write_all(w.finish().as_bytes())?)
}
