//! Classes that the general backends read, as [views](tablewright_records::record_view).

pub(crate) mod option;
pub(crate) mod searchable_table;

use tablewright_records::record_view::ClassSchema;

/// What the backends of this crate read of classes, file by file.
pub fn schemas() -> impl Iterator<Item = ClassSchema> {
    [option::SCHEMAS, searchable_table::SCHEMAS].into_iter().flatten().map(|schema| schema())
}
