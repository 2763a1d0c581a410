//! Record families: large groups from another source tree whose names begin with the same word,
//! for example LLVM's intrinsics `int_…`. Their members are offered after the word.

use std::path::Path;

use tablewright_records::Record;

use crate::snapshot::Snapshot;

/// The minimum size for a family, in records.
const MIN_FAMILY: usize = 300;

/// The families of an evaluated root whose first word is not typed.
pub(super) struct Families<'a> {
    /// First words with their underscore.
    hidden: Vec<&'a str>,
}

impl<'a> Families<'a> {
    pub(super) fn new(snapshot: &Snapshot<'a>, typed: &str) -> Families<'a> {
        let paths = &snapshot.analysis.paths;
        let tree = paths.first().and_then(|main| main.parent()).unwrap_or(Path::new(""));
        let is_own = |record: Record<'_>| snapshot.analysis.path_of(record.pos()).starts_with(tree);
        let mut hidden = Vec::new();
        // Records are sorted by name, so the members of a family follow each other.
        let mut records = snapshot.store().records().peekable();
        while let Some(first) = records.next() {
            let Some(prefix) = prefix(first.name()) else { continue };
            let mut count = 1;
            while records.next_if(|record| record.name().starts_with(prefix)).is_some() {
                count += 1;
            }
            let is_family = count >= MIN_FAMILY && !first.is_anonymous() && !is_own(first);
            hidden.extend(Some(prefix).filter(|prefix| is_family && !typed.starts_with(prefix)));
        }
        Families { hidden }
    }

    /// Whether a name belongs to one of the families.
    pub(super) fn is_hidden(&self, name: &str) -> bool {
        self.hidden.iter().any(|prefix| name.starts_with(prefix))
    }

    /// Returns the first words.
    pub(super) fn hidden(&self) -> &[&'a str] {
        &self.hidden
    }
}

/// Returns a name's first word, with its underscore.
fn prefix(name: &str) -> Option<&str> {
    let end = name.find('_').filter(|end| *end > 0)?;
    Some(&name[..=end])
}
