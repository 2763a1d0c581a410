//! Sequences in one array, where what ends another is not stored again.

use crate::byte_escape::escape;
use crate::{CppWriter, Escaped, line};

/// Sequences that are still collected.
#[derive(Debug)]
pub struct SequenceToOffsetTableBuilder<T> {
    sequences: Vec<Vec<T>>,
}

/// Sequences, each with its offset in an array that holds them all in a row, with a terminator after
/// each. A sequence that another one ends with shares the end of that one.
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
    /// The number of elements that end a sequence: one, or none.
    terminator: usize,
}

impl<T> Default for SequenceToOffsetTableBuilder<T> {
    fn default() -> SequenceToOffsetTableBuilder<T> {
        SequenceToOffsetTableBuilder { sequences: Vec::new() }
    }
}

impl<T: Ord> SequenceToOffsetTableBuilder<T> {
    /// No sequences.
    pub fn new() -> SequenceToOffsetTableBuilder<T> {
        SequenceToOffsetTableBuilder::default()
    }

    /// Adds a sequence.
    pub fn add(&mut self, sequence: Vec<T>) {
        self.sequences.push(sequence);
    }

    /// Places the sequences in the order of their ends, so that one comes right before those that
    /// end with it, the last of which stays.
    pub fn layout(self) -> SequenceToOffsetTable<T> {
        self.layout_with_offsets().0
    }

    /// As [`layout`](Self::layout), with the offset of each sequence in the order in which they were
    /// added.
    pub fn layout_with_offsets(self) -> (SequenceToOffsetTable<T>, Vec<usize>) {
        self.layout_after_each(1)
    }

    /// As [`layout_with_offsets`](Self::layout_with_offsets), without a terminator after each
    /// sequence: their readers have to know the lengths.
    pub fn layout_unterminated(self) -> (SequenceToOffsetTable<T>, Vec<usize>) {
        self.layout_after_each(0)
    }

    fn layout_after_each(mut self, terminator: usize) -> (SequenceToOffsetTable<T>, Vec<usize>) {
        let sequences = &self.sequences;
        let mut order: Vec<usize> = (0..sequences.len()).collect();
        // Equal sequences share an offset, so their order does not matter.
        order.sort_unstable_by(|&a, &b| sequences[a].iter().rev().cmp(sequences[b].iter().rev()));
        let mut offsets = vec![0; sequences.len()];
        let mut stored = Vec::new();
        let (mut first, mut offset) = (0, 0);
        for (at, &sequence) in order.iter().enumerate() {
            let text = &sequences[sequence];
            if order.get(at + 1).is_some_and(|&next| sequences[next].ends_with(text)) {
                continue;
            }
            // What was left out since the last one that is stored is an end of this one.
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
    /// The sequences that are stored, each with its offset.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = (usize, &[T])> {
        self.rows.iter().map(|(offset, sequence)| (*offset, &sequence[..]))
    }

    /// How long the array is: all sequences and their terminators.
    pub fn len(&self) -> usize {
        let end = |(offset, sequence): &(usize, Vec<T>)| offset + sequence.len() + self.terminator;
        self.rows.last().map_or(0, end)
    }

    /// Whether no sequence was added.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The offset of a sequence; `None` if it was not added.
    pub fn offset(&self, sequence: &[T]) -> Option<usize> {
        // Rows are in the order of their reversed elements: all that end with the sequence follow
        // each other, and the first row that is not less is one of them if there is any.
        let at = self.rows.partition_point(|(_, row)| row.iter().rev().lt(sequence.iter().rev()));
        let (offset, row) = self.rows.get(at)?;
        row.ends_with(sequence).then(|| offset + row.len() - sequence.len())
    }
}

impl CppWriter<'_> {
    /// Writes the rows of an array of sequences, each with its offset before it and `terminator`
    /// after it.
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

    /// Writes the rows of an array of sequences without terminators, each with its offset before it.
    /// C++ has no arrays without elements: one that would be empty gets a zero.
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

    /// Writes the definition of an array of strings, which `declaration` declares, as literals
    /// that end in a zero byte each.
    pub fn string_literal_table(&mut self, declaration: &str, table: &SequenceToOffsetTable<u8>) {
        self.string_literals(declaration, "\\0", table);
    }

    /// As [`string_literal_table`](Self::string_literal_table), with the zero bytes as escape sequences
    /// of three digits, which are not read on where a digit follows.
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
        let found = sequences.map(|sequence| table.offset(sequence.as_bytes()));
        assert_eq!(offsets, [8, 2, 5, 0, 2, 4]);
        assert_eq!(found, [8, 2, 5, 0, 2, 4].map(Some));
    }
}
