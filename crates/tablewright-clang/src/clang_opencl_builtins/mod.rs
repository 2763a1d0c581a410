//! `--gen-clang-opencl-builtins`: tables of the builtin functions of OpenCL, the function that finds one
//! by its name, and the one that turns a type of the tables into types of Clang.

mod emit;
mod model;
mod types;

use tablewright_backend::{Backend, Failure, Job};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-clang-opencl-builtins",
    help: "Generate OpenCL builtin declaration handlers",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let builtins = model::collect(job.store)?;
    let source = job.store.input_name();
    job.write_cpp(|w| emit::emit(&builtins, source, w))
}
