//! `--gen-func-names`: all function names as macro calls.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_text::{CppWriter, line};

use crate::model::OffloadFunction;
use crate::support::emit_file_header;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-func-names",
    help: "Generate a list of all Offload API function names",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let names = OffloadFunction::all_names(job.store)?;
    job.write_cpp(|w| emit(&names, w))
}

fn emit(names: &[String], w: &mut CppWriter) {
    emit_file_header(w);
    line!(w, "#ifndef OFFLOAD_FUNC");
    line!(w, "#error Please define the macro OFFLOAD_FUNC(Function)");
    line!(w, "#endif");
    line!(w);
    names.iter().for_each(|name| line!(w, "OFFLOAD_FUNC({name})"));
    line!(w);
    line!(w, "#undef OFFLOAD_FUNC");
}
