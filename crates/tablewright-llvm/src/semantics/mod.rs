//! `--gen-semantics`: instruction semantics as operation lists, for translators of machine code.
//!
//! `model` reads the instructions' patterns, the `Semantics` records that replace them and the long forms of short
//! instructions, and orders their operations. `emit` writes the tables in either of two layouts.

mod emit;
mod layout;
mod model;

use tablewright_backend::{Backend, BackendOption, Failure, Job, OptionGroup, OptionKind};

use layout::SemanticsLayout;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-semantics",
    help: "Generate instruction semantics",
    options: &[OptionGroup { heading: "Options for -gen-semantics", options: &[LAYOUT, MODE] }],
    run,
};

const LAYOUT: BackendOption = BackendOption {
    name: "semantics-layout",
    kind: OptionKind::Choice { choices: &SemanticsLayout::CHOICES, default: 0 },
    help: "Layout of the tables",
};

const MODE: BackendOption = BackendOption {
    name: "semantics-mode",
    kind: OptionKind::Text { placeholder: "mode", default: "" },
    help: "Mode of the hardware whose types are printed",
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let layout = SemanticsLayout::from_choice(job.options.choice(&LAYOUT));
    let model = model::SemanticsTables::collect(job, layout, job.options.text(&MODE))?;
    job.write_cpp(|w| emit::emit(&model, w))
}
