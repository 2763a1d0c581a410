//! Decoder tables: their order, and the words that they decode.

/// Decoder tables with a namespace and a width in bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableChoice {
    /// The namespace.
    pub namespace: &'static str,
    /// The width.
    pub width: u32,
}

/// Decoder tables in a namespace.
#[derive(Clone, Copy, Debug)]
pub struct TableRow {
    /// The namespace.
    pub namespace: &'static str,
    /// The feature without which the tables do not exist; empty for none.
    pub feature: &'static str,
    /// Returns a word with the bits that the tables expect. Returns `None` for words that the tables do not decode.
    pub word: Option<TableWord>,
}

/// A conversion of a word for a table.
pub type TableWord = fn(u64) -> Option<u64>;

impl TableRow {
    /// Tables for all words as they are.
    pub const fn new(namespace: &'static str, feature: &'static str) -> TableRow {
        TableRow { namespace, feature, word: None }
    }
}
