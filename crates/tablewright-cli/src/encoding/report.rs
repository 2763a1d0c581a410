//! What the command has found, as data: lists of encodings, words and conflicts.

use serde::Serialize;

use crate::report::{ListRow, Lists, Report};

pub(super) const ENCODINGS: &str = "encodings";
pub(super) const OPCODES: &str = "opcodes";
pub(super) const WORDS: &str = "words";
pub(super) const CONFLICTS: &str = "conflicts";

/// A row of one of the lists.
pub(super) trait EncodingRow: ListRow {
    /// The word, the instructions, the decoder table, the encoding, and what it needs.
    fn cells(&self) -> [String; 5];
}

/// The lists that were asked for.
#[derive(Serialize)]
pub(super) struct EncodingReport<R: EncodingRow> {
    #[serde(flatten)]
    lists: Lists<R>,
}

impl<R: EncodingRow> EncodingReport<R> {
    /// A report with those lists that are asked for.
    pub(super) fn new<const N: usize>(lists: [(&'static str, bool); N]) -> EncodingReport<R> {
        let names = lists.into_iter().filter(|(_, is_asked)| *is_asked);
        EncodingReport { lists: Lists::new(names.map(|(name, _)| name)) }
    }

    pub(super) fn push(&mut self, row: R) {
        self.lists.extend([row]);
    }
}

impl<R: EncodingRow> Report for EncodingReport<R> {
    const NAME: &'static str = "encoding";
    type Row = R;

    fn rows(&self) -> &[R] {
        self.lists.rows()
    }

    fn columns(&self) -> Vec<String> {
        ["LIST", "WORD", "INSTRUCTION", "TABLE", "ENCODING", "NEEDS"].map(str::to_owned).to_vec()
    }

    fn cells(&self, row: &R) -> Vec<String> {
        std::iter::once(row.list().to_owned()).chain(EncodingRow::cells(row)).collect()
    }
}
