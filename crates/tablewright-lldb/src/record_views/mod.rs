//! Classes that the backends of LLDB read, as [views](tablewright_records::record_view).

pub(crate) mod option;
pub(crate) mod property;

use tablewright_records::record_view::ClassSchema;

/// What the backends of this crate read of classes, file by file.
pub fn schemas() -> impl Iterator<Item = ClassSchema> {
    let files = [option::SCHEMAS, property::SCHEMAS];
    files.into_iter().flatten().map(|schema| schema())
}
