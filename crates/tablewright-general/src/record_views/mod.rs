//! Classes that the general backends read, as [views](tablewright_records::record_view).

pub(crate) mod option;
pub(crate) mod searchable_table;

use tablewright_records::record_view::ClassSchema;

/// Returns the class schemas that the backends in this crate read, file by file.
pub fn schemas() -> impl Iterator<Item = ClassSchema> {
    [option::SCHEMAS, searchable_table::SCHEMAS].into_iter().flatten().map(|schema| schema())
}
