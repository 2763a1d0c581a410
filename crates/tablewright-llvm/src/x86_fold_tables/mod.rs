//! `--gen-x86-fold-tables`: pairs X86 instructions with a register operand with instructions with a memory operand.
//!
//! In: records of class `X86Inst`. Out: a table for each operand that can be memory, and a table for each operand that
//! can be a memory element, broadcast to all elements of a vector. [`pairs`] pairs the instructions, `exceptions` lists
//! pairs to omit and to add, and [`model`] chooses the table and the flags for each pair.

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
