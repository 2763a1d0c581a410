//! `--gen-automata`: tables of finite automata.

mod emit;
mod model;

use tablewright_backend::{Backend, Failure, Job};
use tablewright_text::CppWriter;

pub(crate) const BACKEND: Backend =
    Backend { name: "gen-automata", help: "Generate generic automata", options: &[], run };

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let model = model::collect(job.store)?;
    let mut w = CppWriter::new();
    emit::emit(&model, &mut w);
    Ok(job.out.write_all(w.finish().as_bytes())?)
}
