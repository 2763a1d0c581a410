//! Sequences in a single array. A sequence shares storage with a longer sequence that ends with it.

use crate::byte_escape::escape;
use crate::{CppWriter, Escaped, line};

/// Collects sequences for a [`SequenceToOffsetTable`].
#[derive(Debug)]
pub struct SequenceToOffsetTableBuilder<T> {
    sequences: Vec<Vec<T>>,
}

/// Sequences in a single array, each with its offset and followed by a terminator. If a longer
/// sequence ends with it, a sequence shares these elements.
///
/// ```
/// use tablewright_text::SequenceToOffsetTableBuilder;
///
/// let mut builder = SequenceToOffsetTableBuilder::new();
/// for sequence in ["tern", "ab", "lantern", "slab"] {
///     builder.add(sequence.bytes().collect());
/// }
/// let table = builder.layout();
/// let rows: Vec<_> = table.rows().collect();
/// assert_eq!(rows, [(0, &b"slab"[..]), (5, b"lantern")]);
/// assert_eq!(table.offset(b"tern"), Some(8));
/// assert_eq!(table.offset(b"fern"), None);
/// ```
#[derive(Debug)]
pub struct SequenceToOffsetTable<T> {
    rows: Vec<(usize, Vec<T>)>,
    /// Terminating elements per sequence: 0 or 1.
    terminator: usize,
}

impl<T> Default for SequenceToOffsetTableBuilder<T> {
    fn default() -> SequenceToOffsetTableBuilder<T> {
        SequenceToOffsetTableBuilder { sequences: Vec::new() }
    }
}

impl<T: Ord> SequenceToOffsetTableBuilder<T> {
    /// Creates a builder without sequences.
    pub fn new() -> SequenceToOffsetTableBuilder<T> {
        SequenceToOffsetTableBuilder::default()
    }

    /// Adds a sequence.
    pub fn add(&mut self, sequence: Vec<T>) {
        self.sequences.push(sequence);
    }

    /// Computes the offsets. Sequences are sorted by their reversed elements: a sequence precedes
    /// the sequences that end with it, and shares storage with the last of these.
    pub fn layout(self) -> SequenceToOffsetTable<T> {
        self.layout_with_offsets().0
    }

    /// Like [`layout`](Self::layout), and also returns the offset of each sequence, in the order in
    /// which they were added.
    pub fn layout_with_offsets(self) -> (SequenceToOffsetTable<T>, Vec<usize>) {
        self.layout_after_each(1)
    }

    /// Like [`layout_with_offsets`](Self::layout_with_offsets), without terminators. A reader has
    /// to know the lengths.
    pub fn layout_unterminated(self) -> (SequenceToOffsetTable<T>, Vec<usize>) {
        self.layout_after_each(0)
    }

    fn layout_after_each(mut self, terminator: usize) -> (SequenceToOffsetTable<T>, Vec<usize>) {
        let sequences = &self.sequences;
        let mut order: Vec<usize> = (0..sequences.len()).collect();
        // Equal sequences share an offset. Their order does not matter.
        order.sort_unstable_by(|&a, &b| sequences[a].iter().rev().cmp(sequences[b].iter().rev()));
        let mut offsets = vec![0; sequences.len()];
        let mut stored = Vec::new();
        let (mut first, mut offset) = (0, 0);
        for (at, &sequence) in order.iter().enumerate() {
            let text = &sequences[sequence];
            if order.get(at + 1).is_some_and(|&next| sequences[next].ends_with(text)) {
                continue;
            }
            // This sequence ends with each sequence since the last stored sequence.
            for &end in &order[first..=at] {
                offsets[end] = offset + text.len() - sequences[end].len();
            }
            stored.push((offset, sequence));
            offset += text.len() + terminator;
            first = at + 1;
        }
        let mut take = |(offset, sequence)| (offset, std::mem::take(&mut self.sequences[sequence]));
        let rows = stored.into_iter().map(&mut take).collect();
        (SequenceToOffsetTable { rows, terminator }, offsets)
    }
}

impl<T: Ord> SequenceToOffsetTable<T> {
    /// Iterates over the stored sequences with their offsets.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = (usize, &[T])> {
        self.rows.iter().map(|(offset, sequence)| (*offset, &sequence[..]))
    }

    /// Returns the array length, with terminators.
    pub fn len(&self) -> usize {
        let end = |(offset, sequence): &(usize, Vec<T>)| offset + sequence.len() + self.terminator;
        self.rows.last().map_or(0, end)
    }

    /// Whether no sequence was added.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Returns the offset of a sequence; `None` if it was not added.
    pub fn offset(&self, sequence: &[T]) -> Option<usize> {
        // Rows are sorted by their reversed elements. All rows with this end are adjacent, and the
        // first row that is not less is among them, if any exists.
        let at = self.rows.partition_point(|(_, row)| row.iter().rev().lt(sequence.iter().rev()));
        let (offset, row) = self.rows.get(at)?;
        row.ends_with(sequence).then(|| offset + row.len() - sequence.len())
    }
}

impl CppWriter<'_> {
    /// Writes an array's rows. Each row follows its offset and ends with `terminator`.
    pub fn sequence_table<T: Ord>(
        &mut self,
        table: &SequenceToOffsetTable<T>,
        terminator: &str,
        mut element: impl FnMut(&mut CppWriter, &T),
    ) {
        for (offset, sequence) in table.rows() {
            write!(self, "  /* {offset} */ ");
            for item in sequence {
                element(self, item);
                self.raw(", ");
            }
            self.raw(terminator);
            self.raw(",\n");
        }
    }

    /// Writes an array's rows without terminators. Each row follows its offset. An empty array gets
    /// a zero, since C++ does not allow empty arrays.
    pub fn unterminated_sequence_table<T: Ord>(
        &mut self,
        table: &SequenceToOffsetTable<T>,
        mut element: impl FnMut(&mut CppWriter, &T),
    ) {
        for (offset, sequence) in table.rows() {
            write!(self, "  /* {offset} */ ");
            for item in sequence {
                element(self, item);
                self.raw(", ");
            }
            self.raw("\n");
        }
        if table.rows().all(|(_, sequence)| sequence.is_empty()) {
            self.raw("  /* dummy */ 0\n");
        }
    }

    /// Writes the definition of a string array as literals that end with a zero byte. `declaration`
    /// is the array's declaration.
    pub fn string_literal_table(&mut self, declaration: &str, table: &SequenceToOffsetTable<u8>) {
        self.string_literals(declaration, "\\0", table);
    }

    /// Like [`string_literal_table`](Self::string_literal_table), with zero bytes as three-digit
    /// escape sequences. A digit after such an escape sequence is not part of it.
    pub fn octal_string_literal_table(
        &mut self,
        declaration: &str,
        table: &SequenceToOffsetTable<u8>,
    ) {
        self.string_literals(declaration, "\\000", table);
    }

    fn string_literals(
        &mut self,
        declaration: &str,
        zero: &str,
        table: &SequenceToOffsetTable<u8>,
    ) {
        self.raw("\n#ifdef __GNUC__\n#pragma GCC diagnostic push\n");
        self.raw("#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n#endif\n");
        line!(self, "{declaration} = {{");
        for (offset, string) in table.rows() {
            line!(self, "  /* {offset} */ \"{}{zero}\"", Escaped(&escape(string.to_vec())));
        }
        self.raw("};\n#ifdef __GNUC__\n#pragma GCC diagnostic pop\n#endif\n\n");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_layout_says_where_each_sequence_is() {
        let sequences = ["tern", "ab", "lantern", "slab", "ab", ""];
        let mut builder = SequenceToOffsetTableBuilder::new();
        for sequence in sequences {
            builder.add(sequence.bytes().collect());
        }
        let (table, offsets) = builder.layout_with_offsets();
        let table_offsets = sequences.map(|sequence| table.offset(sequence.as_bytes()));
        assert_eq!(offsets, [8, 2, 5, 0, 2, 4]);
        assert_eq!(table_offsets, [8, 2, 5, 0, 2, 4].map(Some));
    }
}
