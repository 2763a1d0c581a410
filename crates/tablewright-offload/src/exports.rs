//! `--gen-exports`: the symbols of the library for the linker.

use tablewright_backend::{Backend, Failure, Job};

use crate::model::Function;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-exports",
    help: "Generate export file for the Offload library",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let names = Function::all_names(job.store)?;
    let names: String = names.iter().map(|name| format!("  {name};\n")).collect();
    // The version of the symbols is the one that the library's own list has.
    job.write_text(&format!("VERS1.0 {{\nglobal:\n{names}local:\n  *;\n}};\n"))
}
