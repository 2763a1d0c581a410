//! The class of `mlir/IR/Utils.td` that marks definitions which should not be used any more.

use tablewright_records::record_views;

record_views! {
    /// A definition that should not be used any more.
    pub(crate) struct DeprecatedRecord<'s>("Deprecated") {
        /// Why, or what to use instead.
        pub reason: &'s str = "odsDeprecated",
    }
}
