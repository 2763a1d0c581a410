//! `--gen-cir-lowering`: the patterns by which operations of Clang's intermediate representation become
//! those that the C++ ABI asks for, and those of LLVM's dialect.

mod emit;
mod model;

use tablewright_backend::{Backend, Failure, Job};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-cir-lowering",
    help: "Generate CIR operation lowering patterns",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let lowering = model::collect(job.store)?;
    let source = job.store.input_name();
    job.write_cpp(|w| {
        w.file_header("Lowering of operations of CIR", Some(source));
        emit::emit(&lowering, w);
    })
}
