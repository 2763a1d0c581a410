//! Decoder tables: their order, and the words that they decode.

/// Decoder tables in trial order. Tables with the same width are ordered as the rows; tables without a row follow.
#[derive(Clone, Copy, Debug)]
pub enum TableOrder {
    /// Narrow tables are tried before wide tables.
    ShortestFirst(&'static [TableRow]),
    /// Wide tables are tried before narrow tables.
    LongestFirst(&'static [TableRow]),
}

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

impl TableOrder {
    /// Returns the rows.
    pub fn rows(self) -> &'static [TableRow] {
        match self {
            TableOrder::ShortestFirst(rows) | TableOrder::LongestFirst(rows) => rows,
        }
    }

    /// Returns the sort key for tables with a width in bits and a namespace.
    pub(crate) fn rank(self, width: u32, namespace: &str) -> (i64, usize, bool) {
        let rows = self.rows();
        let listed = rows.iter().position(|row| row.namespace == namespace);
        let width = match self {
            TableOrder::ShortestFirst(_) => i64::from(width),
            TableOrder::LongestFirst(_) => -i64::from(width),
        };
        (width, listed.unwrap_or(rows.len()), namespace.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_tried_by_width_then_by_row() {
        const ROWS: &[TableRow] = &[TableRow::new("B", ""), TableRow::new("A", "")];
        let sorted = |order: TableOrder| {
            let mut tables = [(64, ""), (32, "A"), (64, "C"), (32, "B")];
            tables.sort_by_key(|(width, namespace)| order.rank(*width, namespace));
            tables
        };
        let shortest = [(32, "B"), (32, "A"), (64, "C"), (64, "")];
        assert_eq!(sorted(TableOrder::ShortestFirst(ROWS)), shortest);
        let longest = [(64, "C"), (64, ""), (32, "B"), (32, "A")];
        assert_eq!(sorted(TableOrder::LongestFirst(ROWS)), longest);
    }
}
