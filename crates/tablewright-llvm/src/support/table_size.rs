//! How large a generated table is.
//!
//! Sizes of structures are those of LLVM 19's headers on a host with 64 bits.

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
    /// The subject in words.
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
    /// How many rows it has: records, lists or strings.
    pub rows: usize,
    /// How many bytes it takes.
    pub bytes: u64,
    /// How many bytes it would take more, if equal parts of it were not shared; nothing where parts are
    /// not shared, or that is not counted.
    pub shared: Option<u64>,
    /// How many bytes it would take less, if equal parts that stand there several times were shared.
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

    /// Says how many bytes its parts would take if none were shared.
    #[must_use]
    pub(crate) fn unshared(mut self, bytes: usize) -> TableSize {
        self.shared = Some((bytes as u64).saturating_sub(self.bytes));
        self
    }

    /// Says how many bytes the table would take if what is repeated were shared.
    #[must_use]
    pub(crate) fn with_all_shared(mut self, bytes: usize) -> TableSize {
        self.repeated = Some(self.bytes.saturating_sub(bytes as u64));
        self
    }
}

/// How many elements lists take together, if a list that another one ends with is a part of it.
pub(crate) fn packed_len<T: Ord>(lists: impl IntoIterator<Item = Vec<T>>) -> usize {
    let mut builder = SequenceToOffsetTableBuilder::new();
    for list in lists {
        builder.add(list);
    }
    builder.layout_unterminated().0.len()
}
