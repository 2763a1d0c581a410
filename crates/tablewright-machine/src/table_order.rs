//! Trial order for decoder tables.

/// Decoder tables in trial order. Tables with the same width are ordered as the rows; tables without a row follow.
#[derive(Clone, Copy, Debug)]
pub enum TableOrder {
    /// Narrow tables are tried before wide tables.
    ShortestFirst(&'static [TableRow]),
    /// Wide tables are tried before narrow tables.
    LongestFirst(&'static [TableRow]),
}

/// Decoder tables in a namespace.
#[derive(Clone, Copy, Debug)]
pub struct TableRow {
    /// The namespace.
    pub namespace: &'static str,
    /// The feature without which the tables do not exist; empty for none.
    pub feature: &'static str,
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
        const ROWS: &[TableRow] =
            &[TableRow { namespace: "B", feature: "" }, TableRow { namespace: "A", feature: "" }];
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
