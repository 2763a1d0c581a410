//! The tables of X86: instructions with their operands, contexts by prefixes, and opcodes.

mod emit;
mod names;

use tablewright_backend::{Failure, Job};
use tablewright_index::IndexVec;
use tablewright_records::Feature;
use tablewright_target::decoding::x86::context::ContextId;
use tablewright_target::decoding::x86::tables::{DecisionRef, X86Tables};
use tablewright_target::instructions::Instructions;

pub(super) use emit::emit;

/// The model for output.
pub(super) struct X86DecoderTables<'s> {
    pub(super) target: &'s str,
    tables: X86Tables,
    /// The names of decoded instructions by number; the others have none.
    names: Vec<&'s str>,
    sparse: Option<SparseMaps>,
}

/// Opcode tables with instructions in few contexts.
struct SparseMaps {
    /// Decisions by context. Equal decisions are stored once.
    rows: Vec<Vec<DecisionRef>>,
    /// Row number by table and context, from 1; zero without a row.
    numbers: Vec<IndexVec<ContextId, usize>>,
}

/// The first table that is stored so.
const FIRST_SPARSE: usize = 4;

impl SparseMaps {
    fn new(maps: &[IndexVec<ContextId, Option<Vec<DecisionRef>>>]) -> SparseMaps {
        let mut sparse = SparseMaps { rows: Vec::new(), numbers: Vec::new() };
        for map in maps.iter().skip(FIRST_SPARSE) {
            let numbers = map.iter().map(|row| sparse.row_number(row.as_ref())).collect();
            sparse.numbers.push(IndexVec::from_raw(numbers));
        }
        sparse
    }

    /// Returns the number of a row, which is stored if it is new.
    fn row_number(&mut self, row: Option<&Vec<DecisionRef>>) -> usize {
        let Some(row) = row else { return 0 };
        let index = self.rows.iter().position(|other| other == row).unwrap_or_else(|| {
            self.rows.push(row.clone());
            self.rows.len() - 1
        });
        index + 1
    }
}

impl<'s> X86DecoderTables<'s> {
    /// Builds the decoder for the named target.
    ///
    /// # Errors
    ///
    /// If an instruction is invalid.
    pub(super) fn collect(
        job: &mut Job<'s>,
        target: &'s str,
    ) -> Result<X86DecoderTables<'s>, Failure> {
        let store = job.store;
        let tables = X86Tables::collect(store, job.diagnostics)?;
        let instructions: &Instructions = job.analysis()?;
        let names = instructions.iter().map(|(id, record)| {
            if tables.instructions[id].is_decoded { store.record(record).name() } else { "" }
        });
        let is_sparse = store.release().has(Feature::X86OpcodeTablesAreSparse);
        let sparse = is_sparse.then(|| SparseMaps::new(&tables.maps));
        Ok(X86DecoderTables { target, names: names.collect(), tables, sparse })
    }
}
