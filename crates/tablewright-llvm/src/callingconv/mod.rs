//! `--gen-callingconv`: functions that assign arguments and results to registers and the stack.

mod emit;
mod model;

use tablewright_backend::{Backend, Failure, Job};
use tablewright_text::CppWriter;

use model::CallingConvs;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-callingconv",
    help: "Generate calling convention descriptions",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let model = CallingConvs::collect(job.store)?;
    let mut w = CppWriter::new();
    emit::emit(&model, &mut w);
    Ok(job.out.write_all(w.finish().as_bytes())?)
}
