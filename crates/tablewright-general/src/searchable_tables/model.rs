//! Enums and tables for printing: contents, order, and each look-up's search method. `emit` prints them as C++.

use std::borrow::Cow;
use std::fmt;

use tablewright_index::define_index;
use tablewright_text::StringTable;

define_index! {
    /// Index of a column in a table.
    pub(super) struct ColumnId;
    /// Index of a record that is a table row, in natural order of the names.
    pub(super) struct EntryId;
}

/// All enums and tables in a description.
pub(super) struct SearchableTables<'s> {
    pub(super) enums: Vec<Enum<'s>>,
    pub(super) tables: Vec<Table<'s>>,
    /// Macros that select parts of the output, without duplicates, in byte order.
    pub(super) guards: Vec<String>,
}

/// An enum.
pub(super) struct Enum<'s> {
    /// Base for the name of the macro that selects the enum.
    pub(super) guard: Cow<'s, str>,
    pub(super) name: Cow<'s, str>,
    /// C++ type of the enumerators, if the description names it.
    pub(super) underlying_type: Option<&'s str>,
    /// The enumerators with their values.
    pub(super) entries: Vec<(&'s str, i64)>,
}

/// A table.
pub(super) struct Table<'s> {
    /// Base for the names of the macros that select the table.
    pub(super) guard: Cow<'s, str>,
    pub(super) name: Cow<'s, str>,
    /// Type of the entries.
    pub(super) cpp_type: &'s str,
    pub(super) rows: TableRows<'s>,
    /// Rows for a table with a row for each possible key.
    pub(super) sparse: Option<SparseRows>,
    pub(super) lookups: Vec<Lookup<'s>>,
    /// String table, if the cells contain offsets.
    pub(super) strings: Option<StringTable>,
}

/// Rows with the keys from zero on.
pub(super) struct SparseRows {
    /// Key column.
    pub(super) key: ColumnId,
    /// By key, the entry; `None` for keys that no entry has.
    pub(super) entries: Vec<Option<EntryId>>,
}

/// Rows of a table.
pub(super) struct TableRows<'s> {
    /// The cells, entry after entry.
    pub(super) cells: Vec<Cell<'s>>,
    pub(super) columns: usize,
    /// Entries in table order. A position is an index into this list.
    pub(super) order: Vec<EntryId>,
}

/// A value in a table.
#[derive(Clone, Copy)]
pub(super) enum Cell<'s> {
    /// A string.
    Text(&'s str),
    /// A string, with its offset in the string table.
    Offset(usize, &'s str),
    /// C++ that is copied.
    Code(&'s str),
    /// A `bits` value as a number.
    Bits(u64),
    Flag(bool),
    /// An enumerator or an instruction.
    Name(&'s str),
    /// Enumerator for an intrinsic.
    Intrinsic(&'s str),
}

/// A function that finds entries.
pub(super) struct Lookup<'s> {
    pub(super) function: Cow<'s, str>,
    /// Whether the function returns all entries with the key instead of one entry.
    pub(super) returns_range: bool,
    pub(super) key: Vec<KeyField<'s>>,
    /// Row positions in key order. `None` if the table is in key order.
    pub(super) index: Option<Vec<u32>>,
    /// String offsets in the index, row by row, if the table contains offsets.
    pub(super) index_offsets: Vec<usize>,
    pub(super) search: Search<'s>,
}

/// A key field.
pub(super) struct KeyField<'s> {
    pub(super) name: &'s str,
    pub(super) column: ColumnId,
    pub(super) ty: KeyType,
    /// Whether the values belong to an enum in the description.
    pub(super) is_enum: bool,
}

/// Type of a key field.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum KeyType {
    /// Strings, compared case-insensitively.
    Text,
    /// Numbers with 8, 16, 32 or 64 bits.
    Unsigned(u32),
    Flag,
    /// Enumerators.
    Enumerator,
}

/// Search method for entries.
pub(super) enum Search<'s> {
    /// Key values that are consecutive, so that they are used as subscripts.
    Direct(Bounds<'s>),
    /// Binary search, with an optional check of the bounds.
    Binary(Option<Bounds<'s>>),
    /// The table has a row for each key from zero to below this number.
    Sparse(usize),
}

/// Comparison of a key with its bounds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum BoundsCheck {
    /// By a comparison with each.
    Compare,
    /// `std::clamp`, with a cast for each argument.
    ClampCasts,
    /// `std::clamp` with an explicit type.
    ClampType,
}

/// Smallest and largest value of the first key field.
pub(super) struct Bounds<'s> {
    pub(super) field: &'s str,
    pub(super) ty: KeyType,
    pub(super) check: BoundsCheck,
    pub(super) first: Cell<'s>,
    pub(super) last: Cell<'s>,
}

impl<'s> TableRows<'s> {
    /// Iterates over the rows in table order.
    pub(super) fn in_order(&self) -> impl Iterator<Item = &[Cell<'s>]> {
        self.order.iter().map(|&entry| self.entry(entry))
    }

    /// Returns the cell for a column in the row at `position`.
    pub(super) fn cell(&self, position: u32, column: ColumnId) -> Cell<'s> {
        self.entry(self.order[position as usize])[column.index()]
    }

    /// Returns the cells for an entry.
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
