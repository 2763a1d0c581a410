//! `--gen-clang-opencl-builtins`: tables of OpenCL's builtin functions, a lookup function by name,
//! and a function that converts table types to Clang types.

mod emit;
mod model;
mod types;

use tablewright_backend::{Failure, Job};

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let builtins = model::collect(job.store)?;
    let source = job.store.input_name();
    job.write_cpp(|w| emit::emit(&builtins, source, w))
}
