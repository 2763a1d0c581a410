//! `--gen-exports`: the library's symbols for the linker.

use tablewright_backend::{Backend, Failure, Job};

use crate::model::OffloadFunction;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-exports",
    help: "Generate export file for the Offload library",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let names = OffloadFunction::all_names(job.store)?;
    let names: String = names.iter().map(|name| format!("  {name};\n")).collect();
    // The symbol version matches the library's own list.
    job.write_text(&format!("VERS1.0 {{\nglobal:\n{names}local:\n  *;\n}};\n"))
}
