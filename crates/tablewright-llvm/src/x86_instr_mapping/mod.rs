//! `--gen-x86-instr-mapping`: pairs X86 instructions with equivalent instructions in another encoding.
//!
//! In: records of class `X86Inst`. Out: tables from EVEX to a shorter encoding, from instructions to flag-preserving
//! instructions, from instructions with a new destination to instructions without, and from SSE to AVX. `exceptions`
//! lists instructions that cannot be paired by names and fields.

mod emit;
mod exceptions;
mod model;

use tablewright_backend::{Backend, Failure, Job};

use crate::support::x86_instructions::X86InstructionList;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-x86-instr-mapping",
    help: "Generate X86 instruction mapping",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let instructions = X86InstructionList::new(job)?;
    let mapping = model::collect(instructions)?;
    job.write_cpp(|w| emit::emit(&mapping, w))
}
