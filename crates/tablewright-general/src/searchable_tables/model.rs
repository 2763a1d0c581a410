//! Enums and tables as they are printed.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;

/// All enums and tables of a description.
pub(super) struct SearchableTables<'s> {
    pub(super) enums: Vec<Enum<'s>>,
    pub(super) tables: Vec<Table<'s>>,
}

/// An enum.
pub(super) struct Enum<'s> {
    /// What the macro that asks for it is named after.
    pub(super) guard: Cow<'s, str>,
    pub(super) name: Cow<'s, str>,
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
    pub(super) rows: Rows<'s>,
    pub(super) lookups: Vec<Lookup<'s>>,
}

/// The rows of a table.
pub(super) struct Rows<'s> {
    /// The cells, row after row, in no particular order of rows.
    pub(super) cells: Vec<Cell<'s>>,
    pub(super) columns: usize,
    /// Which rows they are, in the order of the table.
    pub(super) order: Vec<u32>,
}

/// A value in a table.
#[derive(Clone, Copy)]
pub(super) enum Cell<'s> {
    /// A string.
    Text(&'s str),
    /// A piece of C++.
    Code(&'s str),
    /// A row of bits as a number.
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
    /// The places in the table, in the order of the key; `None` where the table is in that order.
    pub(super) index: Option<Vec<u32>>,
    pub(super) search: Search<'s>,
}

/// A field of a key.
pub(super) struct KeyField<'s> {
    pub(super) name: &'s str,
    pub(super) column: usize,
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
    /// The values of the key follow each other from `first` to `last`: they are subscripts.
    Direct { first: Cell<'s>, last: Cell<'s> },
    /// Binary search; with bounds, keys outside of them return before it.
    Binary { bounds: Option<(Cell<'s>, Cell<'s>)> },
}

impl SearchableTables<'_> {
    /// The macros that ask for parts of the output, in byte order.
    pub(super) fn guards(&self) -> BTreeSet<String> {
        let enums = self.enums.iter().map(|e| format!("GET_{}_DECL", e.guard));
        let tables = self
            .tables
            .iter()
            .flat_map(|table| ["DECL", "IMPL"].map(|part| format!("GET_{}_{part}", table.guard)));
        enums.chain(tables).collect()
    }
}

impl<'s> Rows<'s> {
    pub(super) fn len(&self) -> usize {
        self.order.len()
    }

    /// The cells of the row at that place of the table.
    pub(super) fn row(&self, place: usize) -> &[Cell<'s>] {
        let first = self.order[place] as usize * self.columns;
        &self.cells[first..first + self.columns]
    }
}

/// The value as it is written in C++.
impl fmt::Display for Cell<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cell::Text(text) => write!(f, "\"{text}\""),
            Cell::Code(text) | Cell::Name(text) => f.write_str(text),
            Cell::Bits(bits) => write!(f, "0x{bits:X}"),
            Cell::Flag(flag) => write!(f, "{flag}"),
            Cell::Intrinsic(name) => write!(f, "Intrinsic::{name}"),
        }
    }
}
