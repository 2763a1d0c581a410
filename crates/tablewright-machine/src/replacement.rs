//! Words that a decoder method decodes as another instruction.

use rustc_hash::FxHashMap;
use tablewright_target::decoding::encodings::EncodingId;

use crate::syntax::ReplacementRow;

/// The encodings that replace an encoding for some words.
#[derive(Default)]
pub(crate) struct EncodingReplacements {
    by_encoding: FxHashMap<EncodingId, Vec<(ReplacementRow, EncodingId)>>,
}

impl EncodingReplacements {
    pub(crate) fn add(&mut self, replaced: EncodingId, row: ReplacementRow, made: EncodingId) {
        self.by_encoding.entry(replaced).or_default().push((row, made));
    }

    /// Returns the encoding that decodes a word: another one if a row has it.
    pub(crate) fn encoding(&self, id: EncodingId, word: u128) -> EncodingId {
        if self.by_encoding.is_empty() {
            return id;
        }
        let rows = self.by_encoding.get(&id).into_iter().flatten();
        let mut rows = rows.filter(|(row, _)| word as u64 & row.mask == row.value);
        rows.next().map_or(id, |(_, made)| *made)
    }
}
