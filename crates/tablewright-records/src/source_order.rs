//! Order of records in the input, for documentation pages.

use std::cmp::Reverse;

use tablewright_syntax::source::{Pos, SourceMap};

use crate::store::{Record, RecordStore};

/// Minimum size of files that the reference maps into memory instead of reading them.
const MAPPED: usize = 16 * 1024;

/// The order of records by their definition in the input.
///
/// Within a file, records are in order of position. The order of files is the order of the addresses at which the
/// reference stores their text, because its pages have this order: small files in order of inclusion, then large files
/// in reverse order, since each one is mapped below the previous one.
pub struct SourceOrder<'s> {
    sources: &'s SourceMap,
}

impl<'s> SourceOrder<'s> {
    /// Creates the order for records in `store`.
    pub fn new(store: &'s RecordStore) -> SourceOrder<'s> {
        SourceOrder { sources: store.sources() }
    }

    /// Returns the sort key for a record.
    pub fn key(&self, record: Record<'_>) -> impl Ord + use<> {
        let pos: Pos = record.pos();
        let file = self.sources.line_column(pos).file;
        let is_mapped = self.sources.file(file).text.len() >= MAPPED;
        let rank = (!is_mapped).then_some(file);
        (is_mapped, rank, Reverse(is_mapped.then_some(file)), pos)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;
    use tablewright_syntax::{FileProvider, IncludedFile};

    use crate::load::load;
    use crate::options::LoadOptions;

    /// A file named `x_large` or `x_small` defines `x` at its end.
    struct Files;

    impl FileProvider for Files {
        fn include(&mut self, path: &str) -> Option<IncludedFile> {
            let (name, size) = path.split_once('_')?;
            let length = if size == "large" { MAPPED } else { 10 };
            let text = format!("//{}\ndef {name};\n", "x".repeat(length));
            Some(IncludedFile { name: path.to_owned(), text })
        }
    }

    #[test]
    fn large_files_follow_in_reverse() {
        let includes = ["a_large", "b_small", "c_large", "d_small"];
        let includes = includes.map(|file| format!("include \"{file}\"\n")).concat();
        let text = format!("def z;\n{includes}def y;\n");
        let store = load("main.td".into(), text, &mut Files, &LoadOptions::default()).store;
        let order = SourceOrder::new(&store);
        let mut records: Vec<Record<'_>> = store.records().collect();
        records.sort_by_key(|&record| order.key(record));
        let names: Vec<&str> = records.into_iter().map(Record::name).collect();
        expect!["z y b d c a"].assert_eq(&names.join(" "));
    }
}
