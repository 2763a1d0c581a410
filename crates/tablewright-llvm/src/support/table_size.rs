//! How large a generated table is.
//!
//! Sizes of structures are those of LLVM 19's headers on a host with 64 bits.

use tablewright_text::{SequenceToOffsetTable, SequenceToOffsetTableBuilder};

/// What a row of a table is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TableSubject {
    /// Instructions: descriptors, operands, names.
    Instructions,
    /// Patterns of instruction selection.
    Patterns,
    /// Registers.
    Registers,
    /// Classes of registers.
    RegisterClasses,
    /// Encodings, as a decoder reads them.
    Encodings,
    /// What an assembler reads.
    AssemblySyntax,
    /// What an assembler prints.
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

/// The size of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableSize {
    /// What the table is, in words.
    pub table: String,
    /// What its rows are about.
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
    /// A table of rows of one size.
    pub(crate) fn of_rows(
        table: impl Into<String>,
        subject: TableSubject,
        rows: usize,
        row_bytes: usize,
    ) -> TableSize {
        let bytes = (rows * row_bytes) as u64;
        TableSize { table: table.into(), subject, rows, bytes, shared: None, repeated: None }
    }

    /// A table of lists or strings, of which each is there once.
    pub(crate) fn of_lists<T: Ord>(
        table: impl Into<String>,
        subject: TableSubject,
        lists: &SequenceToOffsetTable<T>,
        element_bytes: usize,
    ) -> TableSize {
        let mut size = TableSize::of_rows(table, subject, lists.len(), element_bytes);
        size.rows = lists.rows().len();
        size
    }

    /// A table of strings, each with its byte of zero. C++ adds one to the literal.
    pub(crate) fn of_strings(
        table: impl Into<String>,
        subject: TableSubject,
        strings: &SequenceToOffsetTable<u8>,
    ) -> TableSize {
        let size = TableSize::of_lists(table, subject, strings, 1);
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
