//! `--gen-clang-diags-defs`: the diagnostics of a component, or of all components, as macro calls.

mod emit;
mod model;
mod wording;

use tablewright_backend::{Backend, Failure, Job, OptionGroup};

use crate::support::diagnostics::component::COMPONENT;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-clang-diags-defs",
    help: "Generate Clang diagnostics definitions",
    options: &[OptionGroup { heading: "Options for -gen-clang-diags-defs", options: &[COMPONENT] }],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let component = job.options.text(&COMPONENT);
    let definitions = model::collect(job, component)?;
    job.write_cpp(|w| emit::emit(&definitions, w))
}
