//! Records that share a table.

use std::collections::BTreeMap;

use tablewright_records::FieldError;

/// A table's records, in natural order by name.
pub(crate) struct LldbGroup<'s, R> {
    /// The text that the records have in common: a command, or the definition of settings.
    pub(crate) title: &'s str,
    pub(crate) records: Vec<R>,
}

impl<R> LldbGroup<'_, R> {
    /// The title as an identifier part.
    pub(crate) fn identifier(&self) -> String {
        self.title.replace(' ', "_")
    }
}

/// Groups records by title. Groups are sorted bytewise by title, and records keep their order.
///
/// # Errors
/// Any error from `title`.
pub(crate) fn groups<'s, R: Copy>(
    records: Vec<R>,
    title: impl Fn(R) -> Result<&'s str, FieldError>,
) -> Result<Vec<LldbGroup<'s, R>>, FieldError> {
    let mut groups: BTreeMap<&str, Vec<R>> = BTreeMap::new();
    for record in records {
        groups.entry(title(record)?).or_default().push(record);
    }
    Ok(groups.into_iter().map(|(title, records)| LldbGroup { title, records }).collect())
}
