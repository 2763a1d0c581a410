//! Enums and tables as they are printed: what to write, in which order, and how each look-up
//! searches. `emit` writes it as C++.

use std::borrow::Cow;
use std::fmt;

use tablewright_index::define_index;
use tablewright_text::StringTable;

define_index! {
    /// A column of a table.
    pub(super) struct ColumnId;
    /// A record that is a row of a table, in natural order of the names.
    pub(super) struct EntryId;
}

/// All enums and tables of a description.
pub(super) struct SearchableTables<'s> {
    pub(super) enums: Vec<Enum<'s>>,
    pub(super) tables: Vec<Table<'s>>,
    /// The macros that ask for parts of the output, each once, in byte order.
    pub(super) guards: Vec<String>,
}

/// An enum.
pub(super) struct Enum<'s> {
    /// What the macro that asks for it is named after.
    pub(super) guard: Cow<'s, str>,
    pub(super) name: Cow<'s, str>,
    /// The C++ type of the enumerators, if the description names one.
    pub(super) underlying_type: Option<&'s str>,
    /// The enumerators with their values.
    pub(super) entries: Vec<(&'s str, i64)>,
}

/// A table.
pub(super) struct Table<'s> {
    /// What the macros that ask for it are named after.
    pub(super) guard: Cow<'s, str>,
    pub(super) name: Cow<'s, str>,
    /// The type of its entries.
    pub(super) cpp_type: &'s str,
    pub(super) rows: TableRows<'s>,
    /// The rows of a table with one for each possible key.
    pub(super) sparse: Option<SparseRows>,
    pub(super) lookups: Vec<Lookup<'s>>,
    /// The strings of the table, where its cells have offsets.
    pub(super) strings: Option<StringTable>,
}

/// Rows with the keys from zero on.
pub(super) struct SparseRows {
    /// The column of the key.
    pub(super) key: ColumnId,
    /// By key, the entry; `None` for keys that no entry has.
    pub(super) entries: Vec<Option<EntryId>>,
}

/// The rows of a table.
pub(super) struct TableRows<'s> {
    /// The cells, entry after entry.
    pub(super) cells: Vec<Cell<'s>>,
    pub(super) columns: usize,
    /// The entries in the order of the table; a position is an index into it.
    pub(super) order: Vec<EntryId>,
}

/// A value in a table.
#[derive(Clone, Copy)]
pub(super) enum Cell<'s> {
    /// A string.
    Text(&'s str),
    /// A string, with its offset in the table of strings.
    Offset(usize, &'s str),
    /// C++ that is copied.
    Code(&'s str),
    /// A value of type `bits`, as a number.
    Bits(u64),
    Flag(bool),
    /// An enumerator or an instruction.
    Name(&'s str),
    /// The enumerator of an intrinsic.
    Intrinsic(&'s str),
}

/// A function that finds entries.
pub(super) struct Lookup<'s> {
    pub(super) function: Cow<'s, str>,
    /// Whether it returns all entries with the key, not one.
    pub(super) returns_range: bool,
    pub(super) key: Vec<KeyField<'s>>,
    /// The positions of the rows in the order of the key; `None` where the table is in that order.
    pub(super) index: Option<Vec<u32>>,
    /// The offsets of the strings in the index, row by row, where the table has offsets.
    pub(super) index_offsets: Vec<usize>,
    pub(super) search: Search<'s>,
}

/// A field of a key.
pub(super) struct KeyField<'s> {
    pub(super) name: &'s str,
    pub(super) column: ColumnId,
    pub(super) ty: KeyType,
    /// Whether its values are those of an enum of the description.
    pub(super) is_enum: bool,
}

/// The type of a field of a key.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum KeyType {
    /// Strings, which are compared without regard to case.
    Text,
    /// Numbers of 8, 16, 32 or 64 bits.
    Unsigned(u32),
    Flag,
    /// Enumerators.
    Enumerator,
}

/// How entries are found.
pub(super) enum Search<'s> {
    /// The values of the key follow each other without a gap: they are subscripts.
    Direct(Bounds<'s>),
    /// Binary search, where there are bounds only between them.
    Binary(Option<Bounds<'s>>),
    /// The table has a row for each key from zero to below this number.
    Sparse(usize),
}

/// How a key is compared with its bounds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum BoundsCheck {
    /// By a comparison with each.
    Compare,
    /// By `std::clamp`, with a cast of each argument.
    ClampCasts,
    /// By `std::clamp` of the type.
    ClampType,
}

/// The least and the greatest value of the first field of a key.
pub(super) struct Bounds<'s> {
    pub(super) field: &'s str,
    pub(super) ty: KeyType,
    pub(super) check: BoundsCheck,
    pub(super) first: Cell<'s>,
    pub(super) last: Cell<'s>,
}

impl<'s> TableRows<'s> {
    /// The rows in the order of the table.
    pub(super) fn in_order(&self) -> impl Iterator<Item = &[Cell<'s>]> {
        self.order.iter().map(|&entry| self.entry(entry))
    }

    /// The cell of a column in the row at `position` of the table.
    pub(super) fn cell(&self, position: u32, column: ColumnId) -> Cell<'s> {
        self.entry(self.order[position as usize])[column.index()]
    }

    /// The cells of an entry.
    pub(super) fn entry(&self, entry: EntryId) -> &[Cell<'s>] {
        let first = entry.index() * self.columns;
        &self.cells[first..first + self.columns]
    }
}

/// The value as it is written in C++.
impl fmt::Display for Cell<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cell::Text(text) => write!(f, "\"{text}\""),
            Cell::Offset(offset, text) => write!(f, "{offset} /* \"{text}\" */"),
            Cell::Code(text) | Cell::Name(text) => f.write_str(text),
            Cell::Bits(bits) => write!(f, "0x{bits:X}"),
            Cell::Flag(flag) => write!(f, "{flag}"),
            Cell::Intrinsic(name) => write!(f, "Intrinsic::{name}"),
        }
    }
}
