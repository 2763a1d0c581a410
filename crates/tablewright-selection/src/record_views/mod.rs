//! [Views](tablewright_records::record_view) for the classes of nodes, patterns, rules and intrinsics that this crate
//! and several backends read.

pub mod global_isel;
pub mod intrinsic;
pub mod selection_dag;

use tablewright_records::record_view::ClassSchema;

/// Returns the class schemas, file by file.
pub fn schemas() -> impl Iterator<Item = ClassSchema> {
    let files = [global_isel::SCHEMAS, intrinsic::SCHEMAS, selection_dag::SCHEMAS];
    files.into_iter().flatten().map(|schema| schema())
}
