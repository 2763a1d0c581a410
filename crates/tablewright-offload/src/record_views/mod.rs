//! Classes that liboffload backends read, as [views](tablewright_records::record_view).

pub(crate) mod api_defs;

use tablewright_records::record_view::ClassSchema;

/// Returns the class fields that this crate's backends read, file by file.
pub fn schemas() -> impl Iterator<Item = ClassSchema> {
    let files = [api_defs::SCHEMAS];
    files.into_iter().flatten().map(|schema| schema())
}
