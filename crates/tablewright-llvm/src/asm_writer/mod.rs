//! `--gen-asm-writer`: the printer that converts instructions to assembly.
//!
//! `model` reads assembly strings, packs their common parts into tables and orders aliases. `emit` writes the printer's
//! C++.

mod emit;
mod model;
pub(crate) mod sizes;

use tablewright_backend::{Backend, Failure, Job, OptionGroup};

use crate::support::asm_writer_number::ASM_WRITER_NUMBER;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-asm-writer",
    help: "Generate assembly writer",
    options: &[OptionGroup {
        heading: "Options for -gen-asm-writer",
        options: &[ASM_WRITER_NUMBER],
    }],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let model = model::AsmWriter::collect(job)?;
    job.write_cpp(|w| emit::emit(&model, w))
}
