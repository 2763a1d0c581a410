//! Sizes of generated tables.
//!
//! Structure sizes are from LLVM 19's headers on a 64-bit host.

use tablewright_text::{SequenceToOffsetTable, SequenceToOffsetTableBuilder};

/// The subject of a table row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TableSubject {
    /// Instructions: descriptors, operands, names.
    Instructions,
    /// Instruction selection patterns.
    Patterns,
    /// Registers.
    Registers,
    /// Register classes.
    RegisterClasses,
    /// Encodings, as a decoder reads them.
    Encodings,
    /// Assembly syntax that an assembler reads.
    AssemblySyntax,
    /// Assembly text that a printer writes.
    AssemblyText,
}

impl TableSubject {
    /// Returns the subject in words.
    pub fn name(self) -> &'static str {
        match self {
            TableSubject::Instructions => "instructions",
            TableSubject::Patterns => "patterns",
            TableSubject::Registers => "registers",
            TableSubject::RegisterClasses => "register classes",
            TableSubject::Encodings => "encodings",
            TableSubject::AssemblySyntax => "assembly syntax",
            TableSubject::AssemblyText => "assembly text",
        }
    }
}

/// A table's size.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableSize {
    /// Table description in words.
    pub table: String,
    /// Subject of the rows.
    pub subject: TableSubject,
    /// Number of rows: records, lists or strings.
    pub rows: usize,
    /// Size in bytes.
    pub bytes: u64,
    /// Additional bytes if equal parts were not shared. `None` if the table shares no parts, or this is not counted.
    pub shared: Option<u64>,
    /// Bytes saved if repeated equal parts were shared.
    pub repeated: Option<u64>,
}

impl TableSize {
    /// Builds a size for a table whose rows have the same size.
    pub(crate) fn from_rows(
        table: impl Into<String>,
        subject: TableSubject,
        rows: usize,
        row_bytes: usize,
    ) -> TableSize {
        let bytes = (rows * row_bytes) as u64;
        TableSize { table: table.into(), subject, rows, bytes, shared: None, repeated: None }
    }

    /// Builds a size for a table in which equal lists or strings are stored once.
    pub(crate) fn for_lists<T: Ord>(
        table: impl Into<String>,
        subject: TableSubject,
        lists: &SequenceToOffsetTable<T>,
        element_bytes: usize,
    ) -> TableSize {
        let mut size = TableSize::from_rows(table, subject, lists.len(), element_bytes);
        size.rows = lists.rows().len();
        size
    }

    /// Builds a size for a string table with a zero byte after each string. C++ adds another to the literal.
    pub(crate) fn from_strings(
        table: impl Into<String>,
        subject: TableSubject,
        strings: &SequenceToOffsetTable<u8>,
    ) -> TableSize {
        let size = TableSize::for_lists(table, subject, strings, 1);
        TableSize { bytes: size.bytes + 1, ..size }
    }

    /// Sets the size in bytes of all parts without sharing.
    #[must_use]
    pub(crate) fn unshared(mut self, bytes: usize) -> TableSize {
        self.shared = Some((bytes as u64).saturating_sub(self.bytes));
        self
    }

    /// Sets the table size in bytes with all repeated parts shared.
    #[must_use]
    pub(crate) fn with_all_shared(mut self, bytes: usize) -> TableSize {
        self.repeated = Some(self.bytes.saturating_sub(bytes as u64));
        self
    }
}

/// Returns the total length of lists if a list that is the end of another list is a part of it.
pub(crate) fn packed_len<T: Ord>(lists: impl IntoIterator<Item = Vec<T>>) -> usize {
    let mut builder = SequenceToOffsetTableBuilder::new();
    for list in lists {
        builder.add(list);
    }
    builder.layout_unterminated().0.len()
}
