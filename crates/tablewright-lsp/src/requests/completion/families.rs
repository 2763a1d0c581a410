//! Families of records: large groups of another source tree whose names begin with the same word,
//! for example LLVM's intrinsics `int_…`. Their members are offered after the word.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use tablewright_records::Record;
use tablewright_syntax::source::FileId;

use crate::snapshot::Snapshot;

/// Number of records from which a group is a family.
const MIN_FAMILY: usize = 300;

/// The families of an evaluated root.
pub(super) struct Families<'a> {
    /// Files in the main file's own tree.
    own: BTreeSet<FileId>,
    /// First words with their underscore.
    prefixes: BTreeSet<&'a str>,
    snapshot: &'a Snapshot<'a>,
}

impl<'a> Families<'a> {
    pub(super) fn new(snapshot: &'a Snapshot<'a>) -> Families<'a> {
        let paths = &snapshot.analysis.paths;
        let tree = paths.first().and_then(|main| main.parent()).unwrap_or(Path::new(""));
        let files = paths.iter().enumerate().filter(|(_, path)| path.starts_with(tree));
        let own = files.map(|(index, _)| FileId::from_index(index)).collect();
        let mut families = Families { own, prefixes: BTreeSet::new(), snapshot };
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        let records = snapshot.store().records().filter(|record| !record.is_anonymous());
        for record in records {
            if let Some(prefix) = families.prefix(record) {
                *counts.entry(prefix).or_default() += 1;
            }
        }
        let large = counts.into_iter().filter(|(_, count)| *count >= MIN_FAMILY);
        families.prefixes = large.map(|(prefix, _)| prefix).collect();
        families
    }

    /// Returns the first word of the name of another tree's record, with its underscore.
    fn prefix<'r>(&self, record: Record<'r>) -> Option<&'r str> {
        let name = record.name();
        let end = name.find('_').filter(|end| *end > 0)?;
        let file = self.snapshot.store().sources().file_of(record.pos());
        (!self.own.contains(&file)).then(|| &name[..=end])
    }

    /// Whether a record is a member of a family whose first word is not typed.
    pub(super) fn is_hidden(&self, record: Record<'_>, typed: &str) -> bool {
        let prefix = self.prefix(record).filter(|prefix| self.prefixes.contains(prefix));
        prefix.is_some_and(|prefix| !typed.starts_with(prefix))
    }

    /// Returns the first words.
    pub(super) fn prefixes(&self) -> impl Iterator<Item = &'a str> {
        self.prefixes.iter().copied()
    }
}
