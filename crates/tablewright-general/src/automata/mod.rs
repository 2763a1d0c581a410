//! `--gen-automata`: tables of finite automata.

mod emit;
mod model;

use tablewright_backend::{Backend, Failure, Job};

pub(crate) const BACKEND: Backend =
    Backend { name: "gen-automata", help: "Generate generic automata", options: &[], run };

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let model = model::collect(job.store)?;
    job.write_cpp(|w| emit::emit(&model, w))
}
