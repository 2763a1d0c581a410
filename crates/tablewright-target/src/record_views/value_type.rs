//! Types of values: the class `ValueType` (`ValueTypes.td`).

use tablewright_records::record_views;

record_views! {
    /// A type of values.
    pub struct ValueTypeRecord<'s>("ValueType") {
        /// The name of the enumerator of `MVT`.
        pub llvm_name: &'s str = "LLVMName",
        /// Whether it holds floating-point numbers. Release 18 sets it only where it does.
        pub is_fp: Option<bool> = "isFP",
    }
}
