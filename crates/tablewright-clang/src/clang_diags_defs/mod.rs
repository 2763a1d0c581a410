//! `--gen-clang-diags-defs`: the diagnostics of a component, or of all components, as macro calls.

mod emit;
mod model;
mod wording;

use tablewright_backend::{Failure, Job, OptionGroup};

use crate::support::diagnostics::component::COMPONENT;

pub(crate) const OPTIONS: OptionGroup =
    OptionGroup { heading: "Options for -gen-clang-diags-defs", options: &[COMPONENT] };

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let component = job.options.text(&COMPONENT);
    let definitions = model::collect(job, component)?;
    job.write_cpp(|w| emit::emit(&definitions, w))
}
