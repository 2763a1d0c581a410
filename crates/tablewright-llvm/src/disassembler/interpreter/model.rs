//! The tables of a target's decoder as bytes, and the conditions and operand decoders that they refer to.

use tablewright_backend::{Failure, Job};
use tablewright_index::IndexVec;
use tablewright_records::RecordStore;
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_target::decoding::encodings::UniversalEncodings;
use tablewright_target::decoding::tables::DecoderTables;
use tablewright_target::instructions::Instructions;
use tablewright_text::byte_table::ByteTable;

use super::encode::{self, EncodingName};

/// The name of the target that is another mode of ARM and shares its features.
const THUMB: (&str, &str) = ("Thumb", "ARM");

/// A distance has three bytes, so it is below this.
const DISTANCE_LIMIT: u32 = 1 << 24;

/// The decoder of a target.
pub(crate) struct Interpreter<'s> {
    pub(super) store: &'s RecordStore,
    pub(super) target: &'s str,
    /// The namespace of the features.
    pub(super) features: &'s str,
    pub(super) tables: DecoderTables,
    /// The table of each group.
    pub(super) bytes: Vec<ByteTable>,
}

impl<'s> Interpreter<'s> {
    /// The decoder of the target of that name.
    ///
    /// # Errors
    /// Where encodings are invalid, or a table is too large.
    pub(crate) fn collect(
        job: &mut Job<'s>,
        target: &'s str,
        universal: UniversalEncodings,
    ) -> Result<Interpreter<'s>, Failure> {
        let store = job.store;
        let tables = DecoderTables::collect(store, universal, job.diagnostics)?;
        let instructions: &Instructions = job.analysis()?;
        let mut names = IndexVec::with_capacity(tables.encodings.encodings.len());
        for encoding in tables.encodings.encodings.iter() {
            let instruction = instructions.record(encoding.instruction);
            let own =
                (encoding.record != instruction).then(|| store.record(encoding.record).name());
            let instruction = store.record(instruction).name();
            names.push(EncodingName { encoding: own, instruction });
        }
        let mut bytes = Vec::with_capacity(tables.tables.len());
        for (group, table) in tables.encodings.groups.iter().zip(&tables.tables) {
            let table = encode::encode(table, group, &names);
            if table.longest_distance() >= DISTANCE_LIMIT {
                let message = "disassembler decoding table too large!";
                return Err(Diagnostic::error_anywhere(Code::Encoding, message).into());
            }
            bytes.push(table);
        }
        let features = if target == THUMB.0 { THUMB.1 } else { target };
        Ok(Interpreter { store, target, features, tables, bytes })
    }

    /// Whether instructions differ in length.
    pub(super) fn is_variable(&self) -> bool {
        self.tables.encodings.lengths.is_some()
    }
}
