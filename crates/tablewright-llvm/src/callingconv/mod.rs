//! `--gen-callingconv`: functions that assign arguments and results to registers and the stack.

mod emit;
mod model;

use tablewright_backend::{Backend, Failure, Job};

use model::CallingConvs;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-callingconv",
    help: "Generate calling convention descriptions",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let model = CallingConvs::collect(job)?;
    job.write_cpp(|w| emit::emit(&model, w))
}
