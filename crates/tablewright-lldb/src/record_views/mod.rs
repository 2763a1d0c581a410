//! Classes that LLDB backends read, as [views](tablewright_records::record_view).

pub(crate) mod option;
pub(crate) mod property;

use tablewright_records::record_view::ClassSchema;

/// Returns the class fields that this crate's backends read, file by file.
pub fn schemas() -> impl Iterator<Item = ClassSchema> {
    let files = [option::SCHEMAS, property::SCHEMAS];
    files.into_iter().flatten().map(|schema| schema())
}
