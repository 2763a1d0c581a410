//! Records that share a table.

use std::collections::BTreeMap;

use tablewright_records::FieldError;

/// The records of a table, in natural order of their names.
pub(crate) struct Group<'s, R> {
    /// The text that the records have in common: a command, or the definition of settings.
    pub(crate) title: &'s str,
    pub(crate) records: Vec<R>,
}

impl<R> Group<'_, R> {
    /// The title as a part of an identifier.
    pub(crate) fn identifier(&self) -> String {
        self.title.replace(' ', "_")
    }
}

/// Groups records by a text. Groups are in byte order of their titles, and records stay in the order in which they came.
///
/// # Errors
/// Those of `title`.
pub(crate) fn groups<'s, R: Copy>(
    records: Vec<R>,
    title: impl Fn(R) -> Result<&'s str, FieldError>,
) -> Result<Vec<Group<'s, R>>, FieldError> {
    let mut groups: BTreeMap<&str, Vec<R>> = BTreeMap::new();
    for record in records {
        groups.entry(title(record)?).or_default().push(record);
    }
    Ok(groups.into_iter().map(|(title, records)| Group { title, records }).collect())
}
