//! `--gen-intrinsic-impl`: the tables of intrinsics: names, types, attributes, builtins.

mod emit;
mod model;

use tablewright_backend::{Backend, Failure, Job};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-intrinsic-impl",
    help: "Generate intrinsic information",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let model = model::collect(job)?;
    job.write_cpp(|w| emit::emit(&model, w))
}
