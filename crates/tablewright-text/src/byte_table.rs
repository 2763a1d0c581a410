//! Byte tables for the interpreters in instruction selectors and disassemblers.
//!
//! In: the table's lines in order, each an operation with operands, labels and comments
//! ([`ByteTableBuilder`]). Out: a [`ByteTable`], which knows the offset of each line and label. The
//! backend loops over each line's [`ByteTablePiece`]s and spells them in C++.
//!
//! A target's table has more than a million bytes. Therefore a line takes twelve bytes and a piece
//! eight, and texts are interned.

use rustc_hash::FxHashMap;

use crate::{Append, Leb128, append};

/// A position in the table. Its offset is computed by [`ByteTableBuilder::finish`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ByteTableLabel(u32);

/// A line of a table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct LineId(u32);

impl LineId {
    /// A table's first line.
    pub const FIRST: LineId = LineId(0);

    /// Returns the line after this line.
    pub fn next(self) -> LineId {
        LineId(self.0 + 1)
    }
}

/// Jump encoding. A label is never before its jump.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JumpEncoding {
    /// The label's offset in the table, in four bytes.
    Offset,
    /// The distance from the line's end to the label, in three bytes.
    Distance,
    /// The distance from the line's end to the label, as ULEB128.
    VariableDistance,
}

/// A part of a line. Notes and comments take no bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ByteTablePiece<'t> {
    /// A value with a name in C++.
    Name {
        /// Size in bytes.
        bytes: u8,
        /// The name in C++.
        text: &'t str,
    },
    /// An integer.
    Int {
        /// Size in bytes.
        bytes: u8,
        /// The value.
        value: i64,
    },
    /// The number of values that follow, in one byte.
    Count(u32),
    /// An unsigned number as ULEB128.
    Uleb128(u64),
    /// A signed number as SLEB128.
    Sleb128(i64),
    /// A jump to a label.
    Jump {
        /// The label's number, in the order of [`ByteTableBuilder::new_label`].
        label: u32,
        /// The label's offset.
        offset: u32,
        /// Bytes between the line's end and the label.
        distance: u32,
    },
    /// A comment within the line.
    Note(&'t str),
    /// A comment for the rest of the line.
    Comment(&'t str),
    /// A comment with a label's offset.
    Offset {
        /// The label's number.
        label: u32,
        /// The label's offset.
        offset: u32,
    },
    /// A comment that the backend writes, identified by a number.
    NumberedComment(u32),
    /// A line end within the operation. The next text line is indented by so many more columns.
    Break(u8),
}

/// A line of a table.
#[derive(Clone, Copy, Debug)]
pub struct Line<'t> {
    table: &'t ByteTable,
    id: LineId,
}

/// A table with computed offsets.
#[derive(Debug)]
pub struct ByteTable {
    lines: Vec<LineData>,
    parts: Vec<ByteTablePart>,
    /// Values that do not fit in a [`ByteTablePart`].
    wide: Vec<u64>,
    /// Label offsets.
    labels: Vec<u32>,
    texts: Texts,
    size: u32,
    longest_distance: u32,
}

#[derive(Clone, Copy, Debug)]
struct LineData {
    offset: u32,
    /// End of the line's parts in `parts`.
    end: u32,
    level: u16,
}

/// A [`ByteTablePiece`] in eight bytes.
#[derive(Clone, Copy, Debug)]
enum ByteTablePart {
    Name { bytes: u8, text: ByteTableTextId },
    Int { bytes: u8, value: i32 },
    WideInt { bytes: u8, at: u32 },
    Count(u32),
    Uleb128(u32),
    WideUleb128 { at: u32 },
    Sleb128(i32),
    WideSleb128 { at: u32 },
    Jump { encoding: JumpEncoding, label: ByteTableLabel },
    Note(ByteTableTextId),
    Comment(ByteTableTextId),
    Offset(ByteTableLabel),
    NumberedComment(u32),
    Break(u8),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct ByteTableTextId(u32);

/// Interned texts.
#[derive(Default, Debug)]
struct Texts {
    all: String,
    ends: Vec<u32>,
}

/// Collects the lines of a [`ByteTable`].
#[derive(Default, Debug)]
pub struct ByteTableBuilder {
    lines: Vec<LineData>,
    parts: Vec<ByteTablePart>,
    wide: Vec<u64>,
    /// The line after each label; `u32::MAX` for a label without a place.
    labels: Vec<LineId>,
    texts: Texts,
    text_ids: FxHashMap<Box<str>, ByteTableTextId>,
    /// Buffer for the text to intern.
    scratch: String,
    level: u16,
}

impl ByteTableBuilder {
    /// Creates a table without lines.
    pub fn new() -> ByteTableBuilder {
        ByteTableBuilder::default()
    }

    /// Adds a value with a name in C++.
    pub fn name(&mut self, bytes: u8, text: impl Append) -> &mut Self {
        let text = self.text_id(text);
        self.part(ByteTablePart::Name { bytes, text })
    }

    /// Adds an operation: a one-byte name.
    pub fn opcode(&mut self, text: impl Append) -> &mut Self {
        self.name(1, text)
    }

    /// Adds an integer.
    pub fn int(&mut self, bytes: u8, value: i64) -> &mut Self {
        match i32::try_from(value) {
            Ok(value) => self.part(ByteTablePart::Int { bytes, value }),
            Err(_) => {
                let at = self.wide(value as u64);
                self.part(ByteTablePart::WideInt { bytes, at })
            }
        }
    }

    /// Adds the number of values that follow, in one byte.
    pub fn count(&mut self, count: usize) -> &mut Self {
        self.part(ByteTablePart::Count(count as u32))
    }

    /// Adds an unsigned number as ULEB128.
    pub fn uleb128(&mut self, value: u64) -> &mut Self {
        match u32::try_from(value) {
            Ok(value) => self.part(ByteTablePart::Uleb128(value)),
            Err(_) => {
                let at = self.wide(value);
                self.part(ByteTablePart::WideUleb128 { at })
            }
        }
    }

    /// Adds a signed number as SLEB128.
    pub fn sleb128(&mut self, value: i64) -> &mut Self {
        match i32::try_from(value) {
            Ok(value) => self.part(ByteTablePart::Sleb128(value)),
            Err(_) => {
                let at = self.wide(value as u64);
                self.part(ByteTablePart::WideSleb128 { at })
            }
        }
    }

    /// Adds a jump to a label at the end of this line or later.
    pub fn jump(&mut self, encoding: JumpEncoding, label: ByteTableLabel) -> &mut Self {
        self.part(ByteTablePart::Jump { encoding, label })
    }

    /// Adds a comment within the line.
    pub fn note(&mut self, text: impl Append) -> &mut Self {
        let text = self.text_id(text);
        self.part(ByteTablePart::Note(text))
    }

    /// Adds a comment for the rest of the line.
    pub fn comment(&mut self, text: impl Append) -> &mut Self {
        let text = self.text_id(text);
        self.part(ByteTablePart::Comment(text))
    }

    /// Adds a comment with a label's offset.
    pub fn offset(&mut self, label: ByteTableLabel) -> &mut Self {
        self.part(ByteTablePart::Offset(label))
    }

    /// Adds a comment that the backend writes.
    pub fn numbered_comment(&mut self, number: u32) -> &mut Self {
        self.part(ByteTablePart::NumberedComment(number))
    }

    /// Continues the operation on a new text line, indented by so many more columns.
    pub fn line_break(&mut self, columns: u8) -> &mut Self {
        self.part(ByteTablePart::Break(columns))
    }

    /// Ends the line and returns its id.
    pub fn end_line(&mut self) -> LineId {
        let line = self.next_line();
        let (end, level) = (self.parts.len() as u32, self.level);
        self.lines.push(LineData { offset: 0, end, level });
        line
    }

    /// Returns the id of the unfinished line.
    pub fn next_line(&self) -> LineId {
        LineId(self.lines.len() as u32)
    }

    /// Nests the lines that follow one level deeper.
    pub fn open(&mut self) {
        self.level = self.level.saturating_add(1);
    }

    /// Nests the lines that follow one level less.
    pub fn close(&mut self) {
        self.level = self.level.saturating_sub(1);
    }

    /// Creates a label. [`place`](Self::place) decides its position.
    pub fn new_label(&mut self) -> ByteTableLabel {
        self.labels.push(LineId(u32::MAX));
        ByteTableLabel(self.labels.len() as u32 - 1)
    }

    /// Places a label at the beginning of the next line.
    pub fn place(&mut self, label: ByteTableLabel) {
        self.labels[label.0 as usize] = self.next_line();
    }

    /// Computes the offsets. A label without a place is at the table's end.
    ///
    /// A distance as ULEB128 depends on the sizes of all lines before its label. Therefore lines
    /// are measured from last to first, and offsets count from the end until the table size is
    /// known.
    pub fn finish(self) -> ByteTable {
        let ByteTableBuilder { mut lines, parts, wide, labels, texts, .. } = self;
        let (mut after, mut longest_distance) = (0, 0);
        for at in (0..lines.len()).rev() {
            let first = at.checked_sub(1).map_or(0, |before| lines[before].end);
            let mut size = 0;
            for part in &parts[first as usize..lines[at].end as usize] {
                size += match *part {
                    ByteTablePart::Name { bytes, .. }
                    | ByteTablePart::Int { bytes, .. }
                    | ByteTablePart::WideInt { bytes, .. } => u32::from(bytes),
                    ByteTablePart::Count(_) => 1,
                    ByteTablePart::Uleb128(value) => Leb128::unsigned_len(value.into()),
                    ByteTablePart::WideUleb128 { at } => Leb128::unsigned_len(wide[at as usize]),
                    ByteTablePart::Sleb128(value) => Leb128::signed_len(value.into()),
                    ByteTablePart::WideSleb128 { at } => {
                        Leb128::signed_len(wide[at as usize] as i64)
                    }
                    ByteTablePart::Jump { encoding, label } => {
                        let line = labels[label.0 as usize];
                        let distance = after - lines.get(line.0 as usize).map_or(0, |l| l.offset);
                        longest_distance = longest_distance.max(distance);
                        match encoding {
                            JumpEncoding::Offset => 4,
                            JumpEncoding::Distance => 3,
                            JumpEncoding::VariableDistance => Leb128::unsigned_len(distance.into()),
                        }
                    }
                    ByteTablePart::Note(_)
                    | ByteTablePart::Comment(_)
                    | ByteTablePart::Offset(_)
                    | ByteTablePart::NumberedComment(_)
                    | ByteTablePart::Break(_) => 0,
                };
            }
            after += size;
            lines[at].offset = after;
        }
        let size = after;
        lines.iter_mut().for_each(|line| line.offset = size - line.offset);
        let offset = |line: &LineId| lines.get(line.0 as usize).map_or(size, |line| line.offset);
        let labels = labels.iter().map(offset).collect();
        ByteTable { lines, parts, wide, labels, texts, size, longest_distance }
    }

    fn part(&mut self, part: ByteTablePart) -> &mut Self {
        self.parts.push(part);
        self
    }

    fn wide(&mut self, value: u64) -> u32 {
        self.wide.push(value);
        self.wide.len() as u32 - 1
    }

    fn text_id(&mut self, text: impl Append) -> ByteTableTextId {
        self.scratch.clear();
        append!(&mut self.scratch, text);
        if let Some(&id) = self.text_ids.get(&*self.scratch) {
            return id;
        }
        let id = ByteTableTextId(self.texts.ends.len() as u32);
        self.texts.all.push_str(&self.scratch);
        self.texts.ends.push(self.texts.all.len() as u32);
        self.text_ids.insert(self.scratch.as_str().into(), id);
        id
    }
}

impl Texts {
    fn get(&self, ByteTableTextId(id): ByteTableTextId) -> &str {
        let start = id.checked_sub(1).map_or(0, |before| self.ends[before as usize]);
        &self.all[start as usize..self.ends[id as usize] as usize]
    }
}

impl ByteTable {
    /// Returns the table size in bytes.
    pub fn size(&self) -> u32 {
        self.size
    }

    /// Returns the longest jump distance in bytes.
    pub fn longest_distance(&self) -> u32 {
        self.longest_distance
    }

    /// Iterates over the lines in order.
    pub fn lines(&self) -> impl Iterator<Item = Line<'_>> {
        (0..self.lines.len() as u32).map(|id| Line { table: self, id: LineId(id) })
    }

    /// Returns the offset of a line; for the line after the last, the table size.
    pub fn offset_of(&self, line: LineId) -> u32 {
        self.lines.get(line.0 as usize).map_or(self.size, |line| line.offset)
    }
}

impl<'t> Line<'t> {
    /// Returns the line's offset.
    pub fn offset(self) -> u32 {
        self.table.offset_of(self.id)
    }

    /// Returns the nesting level, from zero.
    pub fn level(self) -> usize {
        self.table.lines[self.id.0 as usize].level.into()
    }

    /// Iterates over the parts in order.
    pub fn pieces(self) -> impl Iterator<Item = ByteTablePiece<'t>> {
        let Line { table, id: LineId(id) } = self;
        let first = id.checked_sub(1).map_or(0, |before| table.lines[before as usize].end);
        let end = table.offset_of(self.id.next());
        let parts = &table.parts[first as usize..table.lines[id as usize].end as usize];
        parts.iter().map(move |part| match *part {
            ByteTablePart::Name { bytes, text } => {
                ByteTablePiece::Name { bytes, text: table.texts.get(text) }
            }
            ByteTablePart::Int { bytes, value } => {
                ByteTablePiece::Int { bytes, value: value.into() }
            }
            ByteTablePart::WideInt { bytes, at } => {
                ByteTablePiece::Int { bytes, value: table.wide[at as usize] as i64 }
            }
            ByteTablePart::Count(count) => ByteTablePiece::Count(count),
            ByteTablePart::Uleb128(value) => ByteTablePiece::Uleb128(value.into()),
            ByteTablePart::WideUleb128 { at } => ByteTablePiece::Uleb128(table.wide[at as usize]),
            ByteTablePart::Sleb128(value) => ByteTablePiece::Sleb128(value.into()),
            ByteTablePart::WideSleb128 { at } => {
                ByteTablePiece::Sleb128(table.wide[at as usize] as i64)
            }
            ByteTablePart::Jump { label: ByteTableLabel(label), .. } => {
                let offset = table.labels[label as usize];
                ByteTablePiece::Jump { label, offset, distance: offset - end }
            }
            ByteTablePart::Note(text) => ByteTablePiece::Note(table.texts.get(text)),
            ByteTablePart::Comment(text) => ByteTablePiece::Comment(table.texts.get(text)),
            ByteTablePart::Offset(ByteTableLabel(label)) => {
                ByteTablePiece::Offset { label, offset: table.labels[label as usize] }
            }
            ByteTablePart::NumberedComment(number) => ByteTablePiece::NumberedComment(number),
            ByteTablePart::Break(columns) => ByteTablePiece::Break(columns),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns each line's offset and jumps.
    fn offsets(table: &ByteTable) -> Vec<(u32, Vec<(u32, u32)>)> {
        let jumps = |line: Line<'_>| {
            let jump = |piece| {
                let ByteTablePiece::Jump { offset, distance, .. } = piece else { return None };
                Some((offset, distance))
            };
            line.pieces().filter_map(jump).collect()
        };
        table.lines().map(|line| (line.offset(), jumps(line))).collect()
    }

    #[test]
    fn parts_are_small() {
        assert_eq!((size_of::<ByteTablePart>(), size_of::<LineData>()), (8, 12));
    }

    #[test]
    fn a_distance_counts_from_the_end_of_its_line() {
        let mut table = ByteTableBuilder::new();
        let end = table.new_label();
        table.opcode("Case").jump(JumpEncoding::Distance, end).name(2, "KEY").end_line();
        table.opcode("Use").uleb128(300).end_line();
        table.place(end);
        table.opcode("End").end_line();
        assert_eq!(offsets(&table.finish()), [(0, vec![(9, 3)]), (6, vec![]), (9, vec![])]);
    }

    #[test]
    fn a_distance_in_variable_length_includes_those_it_jumps_over() {
        // The inner distance, 128, takes two bytes. Therefore the outer distance is 131.
        let mut table = ByteTableBuilder::new();
        let (outer, inner) = (table.new_label(), table.new_label());
        table.opcode("Scope").jump(JumpEncoding::VariableDistance, outer).end_line();
        table.opcode("Scope").jump(JumpEncoding::VariableDistance, inner).end_line();
        table.int(128, 0).end_line();
        table.place(inner);
        table.place(outer);
        let table = table.finish();
        assert_eq!(offsets(&table)[..2], [(0, vec![(134, 131)]), (3, vec![(134, 128)])]);
        assert_eq!((table.size(), table.longest_distance()), (134, 131));
    }

    #[test]
    fn comments_take_no_bytes_and_wide_numbers_stay_whole() {
        let mut table = ByteTableBuilder::new();
        table
            .note("a")
            .int(8, i64::MIN)
            .uleb128(u64::MAX)
            .sleb128(i64::MIN)
            .line_break(4)
            .comment("a")
            .end_line();
        let table = table.finish();
        let pieces: Vec<ByteTablePiece<'_>> = table.lines().flat_map(Line::pieces).collect();
        let numbers = [
            ByteTablePiece::Int { bytes: 8, value: i64::MIN },
            ByteTablePiece::Uleb128(u64::MAX),
            ByteTablePiece::Sleb128(i64::MIN),
        ];
        assert_eq!(pieces[1..4], numbers);
        assert_eq!(
            [pieces[0], pieces[5]],
            [ByteTablePiece::Note("a"), ByteTablePiece::Comment("a")]
        );
        assert_eq!(table.size(), 28);
    }
}
