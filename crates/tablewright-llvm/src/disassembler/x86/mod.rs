//! The tables of X86: instructions with their operands, contexts by prefixes, and opcodes.

mod emit;
mod names;

use tablewright_backend::{Failure, Job};
use tablewright_target::decoding::x86::tables::X86Tables;
use tablewright_target::instructions::Instructions;

pub(super) use emit::emit;

/// What is printed.
pub(super) struct X86Decoder<'s> {
    pub(super) target: &'s str,
    tables: X86Tables,
    /// The names of decoded instructions by number; the others have none.
    names: Vec<&'s str>,
}

impl<'s> X86Decoder<'s> {
    /// The decoder of the target of that name.
    ///
    /// # Errors
    /// Where instructions are invalid.
    pub(super) fn collect(job: &mut Job<'s>, target: &'s str) -> Result<X86Decoder<'s>, Failure> {
        let store = job.store;
        let tables = X86Tables::collect(store, job.diagnostics)?;
        let instructions: &Instructions = job.analysis()?;
        let names = instructions.iter().map(|(id, record)| {
            if tables.instructions[id].is_decoded { store.record(record).name() } else { "" }
        });
        Ok(X86Decoder { target, names: names.collect(), tables })
    }
}
