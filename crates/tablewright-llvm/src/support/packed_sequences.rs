//! Sequences packed in an array, with offsets.

use tablewright_text::byte_escape::unescape;
use tablewright_text::{SequenceToOffsetTable, SequenceToOffsetTableBuilder};

/// Sequences in a single array, with offsets in input order.
#[derive(Debug)]
pub(crate) struct PackedSequences<T> {
    pub(crate) table: SequenceToOffsetTable<T>,
    pub(crate) offsets: Vec<usize>,
}

impl<T: Ord> FromIterator<Vec<T>> for PackedSequences<T> {
    fn from_iter<I: IntoIterator<Item = Vec<T>>>(sequences: I) -> PackedSequences<T> {
        let mut builder = SequenceToOffsetTableBuilder::new();
        for sequence in sequences {
            builder.add(sequence);
        }
        let (table, offsets) = builder.layout_with_offsets();
        PackedSequences { table, offsets }
    }
}

impl<T: Ord> PackedSequences<T> {
    /// Packs sequences without a terminator after each.
    pub(crate) fn unterminated(sequences: impl IntoIterator<Item = Vec<T>>) -> PackedSequences<T> {
        let mut builder = SequenceToOffsetTableBuilder::new();
        for sequence in sequences {
            builder.add(sequence);
        }
        let (table, offsets) = builder.layout_unterminated();
        PackedSequences { table, offsets }
    }
}

/// Packs strings as their bytes.
pub(crate) fn packed_strings<'a>(
    strings: impl IntoIterator<Item = &'a str>,
) -> PackedSequences<u8> {
    strings.into_iter().map(|string| unescape(string).into_owned()).collect()
}
