//! The class in `mlir/IR/Utils.td` that marks deprecated definitions.

use tablewright_records::record_views;

record_views! {
    /// A definition that should not be used any more.
    pub(crate) struct DeprecatedRecord<'s>("Deprecated") {
        /// The reason, or a replacement.
        pub reason: &'s str = "odsDeprecated",
    }
}
