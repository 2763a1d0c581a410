//! `--gen-arm-target-def`: the architectures, extensions and processors of ARM or AArch64.

mod emit;
mod model;

use tablewright_backend::{Backend, Failure, Job};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-arm-target-def",
    help: "Generate the ARM or AArch64 Architecture information header.",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let model = model::collect(job.store)?;
    job.write_cpp(|w| emit::emit(&model, w))
}
