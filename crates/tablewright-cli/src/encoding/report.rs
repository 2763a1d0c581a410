//! The report: lists of encodings, words and conflicts.

use serde::Serialize;

use crate::report::{ListRow, Report, ReportLists};

pub(super) const ENCODINGS: &str = "encodings";
pub(super) const OPCODES: &str = "opcodes";
pub(super) const WORDS: &str = "words";
pub(super) const CONFLICTS: &str = "conflicts";

/// A row in a list.
pub(super) trait EncodingRow: ListRow {
    /// Returns the cells: word, instructions, decoder table, encoding, and predicates.
    fn cells(&self) -> [String; 5];
}

/// The requested lists.
#[derive(Serialize)]
pub(super) struct EncodingReport<R: EncodingRow> {
    #[serde(flatten)]
    lists: ReportLists<R>,
}

impl<R: EncodingRow> EncodingReport<R> {
    /// Returns a report with these lists, still empty. `None` is a list that is not requested.
    pub(super) fn new<const N: usize>(lists: [Option<&'static str>; N]) -> EncodingReport<R> {
        EncodingReport { lists: ReportLists::new(lists.into_iter().flatten()) }
    }

    pub(super) fn push(&mut self, row: R) {
        self.lists.extend([row]);
    }
}

impl<R: EncodingRow> Report for EncodingReport<R> {
    const NAME: &'static str = "encoding";
    const COLUMNS: &'static [&'static str] =
        &["LIST", "WORD", "INSTRUCTION", "TABLE", "ENCODING", "NEEDS"];
    type Row = R;

    fn rows(&self) -> &[R] {
        self.lists.rows()
    }

    fn cells(&self, row: &R) -> Vec<String> {
        std::iter::once(row.list().to_owned()).chain(EncodingRow::cells(row)).collect()
    }
}
