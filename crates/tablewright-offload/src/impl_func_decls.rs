//! `--gen-impl-func-decls`: declarations for the functions that implement the API.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_text::{CppWriter, line};

use crate::model::OffloadFunction;
use crate::support::{emit_file_header, parameter_list};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-impl-func-decls",
    help: "Generate declarations for Offload API implementation functions",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let functions = OffloadFunction::all(job.store)?;
    job.write_cpp(|w| emit(&functions, w))
}

fn emit(functions: &[OffloadFunction<'_>], w: &mut CppWriter) {
    emit_file_header(w);
    for function in functions {
        line!(w, "llvm::Error {}_impl({});", function.name, parameter_list(function));
        line!(w);
    }
}
