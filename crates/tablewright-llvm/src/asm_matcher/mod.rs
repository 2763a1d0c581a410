//! `--gen-asm-matcher`: the tables and functions that match parsed operands with instructions.
//!
//! `tablewright-target` finds the classes of operands and orders the rows; `model` names and packs
//! them; `emit` writes the C++.

mod emit;
mod model;
pub(crate) mod sizes;

use tablewright_backend::{Backend, BackendOption, Failure, Job, OptionGroup, OptionKind};

const MATCH_PREFIX: BackendOption = BackendOption {
    name: "match-prefix",
    kind: OptionKind::Text { placeholder: "string", default: "" },
    help: "Only match instructions with the given prefix",
};

const ASM_PARSER_NUMBER: BackendOption = BackendOption {
    name: "asmparsernum",
    kind: OptionKind::Number { default: 0 },
    help: "Make -gen-asm-parser emit assembly parser #N",
};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-asm-matcher",
    help: "Generate assembly instruction matcher",
    options: &[
        OptionGroup { heading: "Options for -gen-asm-matcher", options: &[MATCH_PREFIX] },
        OptionGroup { heading: "Options for -gen-asm-parser", options: &[ASM_PARSER_NUMBER] },
    ],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let model = model::AsmMatcherModel::collect(job)?;
    job.write_cpp(|w| emit::emit(&model, w))
}
