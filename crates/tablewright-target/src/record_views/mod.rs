//! The classes that describe a target, as [views](tablewright_records::record_view): what this crate and
//! several backends read of them.

pub mod register;
pub mod selection_dag;
pub mod value_type;

use tablewright_records::record_view::ClassSchema;

/// What is read of the classes, file by file.
pub fn schemas() -> impl Iterator<Item = &'static ClassSchema> {
    [register::SCHEMAS, selection_dag::SCHEMAS, value_type::SCHEMAS].into_iter().flatten().copied()
}
