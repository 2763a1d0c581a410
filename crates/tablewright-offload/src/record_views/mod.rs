//! Classes that the backends of liboffload read, as [views](tablewright_records::record_view).

pub(crate) mod api_defs;

use tablewright_records::record_view::ClassSchema;

/// What the backends of this crate read of classes, file by file.
pub fn schemas() -> impl Iterator<Item = ClassSchema> {
    let files = [api_defs::SCHEMAS];
    files.into_iter().flatten().map(|schema| schema())
}
