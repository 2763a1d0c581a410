//! `--gen-x86-fold-tables`: for instructions of X86 with a register the ones with memory instead.
//!
//! In: records of class `X86Inst`. Out: a table for each operand that can be memory, and one for each
//! that can be an element of memory, broadcast to all elements of a vector. [`pairs`] pairs the
//! instructions, `exceptions` lists the pairs to leave out and to add, and [`model`] chooses the
//! table and the flags of each pair.

mod emit;
mod exceptions;
mod flags;
mod model;
mod pairs;

use tablewright_backend::{Backend, Failure, Job};
use tablewright_target::target::target;

use crate::support::asm_writer_number::asm_writer;
use crate::support::x86_instructions::X86InstructionList;

pub(crate) const BACKEND: Backend =
    Backend { name: "gen-x86-fold-tables", help: "Generate X86 fold tables", options: &[], run };

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let instructions = X86InstructionList::new(job)?;
    let forms = pairs::Forms::collect(instructions)?;
    let dialect = asm_writer(job, target(job.store)?)?.variant()?;
    let dialect = usize::try_from(dialect).unwrap_or(usize::MAX);
    let tables = model::collect(instructions, forms, dialect)?;
    job.write_cpp(|w| emit::emit(&tables, w))
}
