//! What is printed: the tables of the target, and the names that they are printed with.

use tablewright_backend::{Failure, Job};
use tablewright_index::IndexVec;
use tablewright_records::RecordStore;
use tablewright_target::decoding::encodings::{EncodingId, UniversalEncodings};
use tablewright_target::decoding::tables::DecoderTables;
use tablewright_target::instructions::Instructions;

/// The name of the target that is another mode of ARM and shares its features.
const THUMB: (&str, &str) = ("Thumb", "ARM");

/// The decoder of a target.
pub(in super::super) struct Interpreter<'s> {
    pub(super) store: &'s RecordStore,
    pub(super) target: &'s str,
    /// The namespace of the features.
    pub(super) features: &'s str,
    pub(super) tables: DecoderTables,
    pub(super) names: IndexVec<EncodingId, EncodingName<'s>>,
}

/// What an encoding is called.
#[derive(Clone, Copy)]
pub(super) struct EncodingName<'s> {
    /// The record that has the fields, if it is not the instruction.
    pub(super) encoding: Option<&'s str>,
    pub(super) instruction: &'s str,
}

impl<'s> Interpreter<'s> {
    /// The decoder of the target of that name.
    ///
    /// # Errors
    /// Where encodings make no sense.
    pub(in super::super) fn collect(
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
            names.push(EncodingName {
                encoding: own,
                instruction: store.record(instruction).name(),
            });
        }
        let features = if target == THUMB.0 { THUMB.1 } else { target };
        Ok(Interpreter { store, target, features, tables, names })
    }

    /// Whether instructions differ in length.
    pub(super) fn is_variable(&self) -> bool {
        self.tables.encodings.lengths.is_some()
    }
}
