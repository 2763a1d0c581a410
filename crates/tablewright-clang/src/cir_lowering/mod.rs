//! `--gen-cir-lowering`: patterns that lower operations in Clang's intermediate representation to
//! the form required by the C++ ABI, and to LLVM's dialect.

mod emit;
mod model;

use tablewright_backend::{Failure, Job};

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let lowering = model::collect(job.store)?;
    let source = job.store.input_name();
    job.write_cpp(|w| {
        w.file_header("Lowering of operations of CIR", Some(source));
        emit::emit(&lowering, w);
    })
}
