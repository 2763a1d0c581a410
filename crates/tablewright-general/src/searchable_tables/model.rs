//! Enums and tables as they are printed: their contents, their order, and how each look-up
//! searches. `emit` writes them in C++.

use std::borrow::Cow;
use std::fmt;

use tablewright_index::define_index;
use tablewright_text::StringTable;

define_index! {
    /// A column in a table.
    pub(super) struct ColumnId;
    /// A record that is a table row, in natural name order.
    pub(super) struct EntryId;
}

/// All enums and tables in a description.
pub(super) struct SearchableTables<'s> {
    pub(super) enums: Vec<SearchableEnum<'s>>,
    pub(super) tables: Vec<SearchableTable<'s>>,
    /// The distinct macros that select parts of the output, in byte order.
    pub(super) guards: Vec<String>,
}

/// An enum.
pub(super) struct SearchableEnum<'s> {
    /// Base name of the macro that selects it.
    pub(super) guard: Cow<'s, str>,
    pub(super) name: Cow<'s, str>,
    /// C++ type of the enumerators, if the description names one.
    pub(super) underlying_type: Option<&'s str>,
    /// The enumerators with their values.
    pub(super) entries: Vec<(&'s str, i64)>,
}

/// A table.
pub(super) struct SearchableTable<'s> {
    /// Base name of the macros that select it.
    pub(super) guard: Cow<'s, str>,
    pub(super) name: Cow<'s, str>,
    /// C++ type of the entries.
    pub(super) cpp_type: &'s str,
    pub(super) rows: TableRows<'s>,
    /// Rows of a table with a row for each possible key.
    pub(super) sparse: Option<SparseRows>,
    pub(super) lookups: Vec<SearchableLookup<'s>>,
    /// The table's strings, if its cells are offsets.
    pub(super) strings: Option<StringTable>,
}

/// Rows for the keys from zero on.
pub(super) struct SparseRows {
    /// The key's column.
    pub(super) key: ColumnId,
    /// Entries by key; `None` if no entry has the key.
    pub(super) entries: Vec<Option<EntryId>>,
}

/// The rows in a table.
pub(super) struct TableRows<'s> {
    /// The cells, entry by entry.
    pub(super) cells: Vec<SearchableCell<'s>>,
    pub(super) columns: usize,
    /// The entries in table order. A position is an index into it.
    pub(super) order: Vec<EntryId>,
}

/// A value in a table.
#[derive(Clone, Copy)]
pub(super) enum SearchableCell<'s> {
    /// A string.
    Text(&'s str),
    /// A string with its offset in the string table.
    Offset(usize, &'s str),
    /// C++ that is copied.
    Code(&'s str),
    /// A `bits` value, as a number.
    Bits(u64),
    Flag(bool),
    /// An enumerator or an instruction.
    Name(&'s str),
    /// An intrinsic's enumerator.
    Intrinsic(&'s str),
}

/// A function that finds entries.
pub(super) struct SearchableLookup<'s> {
    pub(super) function: Cow<'s, str>,
    /// Whether it returns all entries with the key, or a single entry.
    pub(super) returns_range: bool,
    pub(super) key: Vec<KeyField<'s>>,
    /// Row positions in key order; `None` if the table has that order.
    pub(super) index: Option<Vec<u32>>,
    /// Offsets of the strings in the index, row by row, if the table has offsets.
    pub(super) index_offsets: Vec<usize>,
    pub(super) search: TableSearch<'s>,
}

/// A field in a key.
pub(super) struct KeyField<'s> {
    pub(super) name: &'s str,
    pub(super) column: ColumnId,
    pub(super) ty: KeyType,
    /// Whether its values belong to an enum in the description.
    pub(super) is_enum: bool,
}

/// The type of a key field.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum KeyType {
    /// Strings, compared without regard to case.
    Text,
    /// Numbers with 8, 16, 32 or 64 bits.
    Unsigned(u32),
    Flag,
    /// Enumerators.
    Enumerator,
}

/// The way to find entries.
pub(super) enum TableSearch<'s> {
    /// Key values are consecutive and serve as subscripts.
    Direct(Bounds<'s>),
    /// Binary search, within the bounds if there are any.
    Binary(Option<Bounds<'s>>),
    /// The table has a row for each key from zero to this number minus one.
    Sparse(usize),
}

/// The C++ that compares a key with its bounds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum BoundsCheck {
    /// A comparison with each bound.
    Compare,
    /// `std::clamp`, with a cast for each argument.
    ClampCasts,
    /// `std::clamp` with the type as argument.
    ClampType,
}

/// Minimum and maximum of a key's first field.
pub(super) struct Bounds<'s> {
    pub(super) field: &'s str,
    pub(super) ty: KeyType,
    pub(super) check: BoundsCheck,
    pub(super) first: SearchableCell<'s>,
    pub(super) last: SearchableCell<'s>,
}

impl<'s> TableRows<'s> {
    /// Returns the rows in table order.
    pub(super) fn in_order(&self) -> impl Iterator<Item = &[SearchableCell<'s>]> {
        self.order.iter().map(|&entry| self.entry(entry))
    }

    /// Returns a column's cell in the row at `position`.
    pub(super) fn cell(&self, position: u32, column: ColumnId) -> SearchableCell<'s> {
        self.entry(self.order[position as usize])[column.index()]
    }

    /// Returns an entry's cells.
    pub(super) fn entry(&self, entry: EntryId) -> &[SearchableCell<'s>] {
        let first = entry.index() * self.columns;
        &self.cells[first..first + self.columns]
    }
}

/// The value in C++.
impl fmt::Display for SearchableCell<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SearchableCell::Text(text) => write!(f, "\"{text}\""),
            SearchableCell::Offset(offset, text) => write!(f, "{offset} /* \"{text}\" */"),
            SearchableCell::Code(text) | SearchableCell::Name(text) => f.write_str(text),
            SearchableCell::Bits(bits) => write!(f, "0x{bits:X}"),
            SearchableCell::Flag(flag) => write!(f, "{flag}"),
            SearchableCell::Intrinsic(name) => write!(f, "Intrinsic::{name}"),
        }
    }
}
