//! The class in `mlir/IR/Constraints.td` whose records may be generated as functions.

use tablewright_records::record_views;

use super::constraint::ConstraintRecord;

record_views! {
    /// A constraint for attributes or types.
    pub(crate) struct FunctionConstraintRecord<'s>("AttrTypeConstraint"): ConstraintRecord {
        /// The C++ function that checks it; empty for none.
        pub function: &'s str = "cppFunctionName" else "",
    }
}
