//! Types of values: the class `ValueType` (`ValueTypes.td`).

use tablewright_records::record_views;

record_views! {
    /// A type of values.
    pub struct ValueTypeRecord<'s>("ValueType") {
        /// The name of the enumerator of `MVT`.
        pub llvm_name: &'s str = "LLVMName",
        /// The number of the enumerator.
        pub value: i64 = "Value",
        /// How many bits a value has.
        pub size: i64 = "Size",
        /// Whether it holds floating-point numbers. Release 18 sets it only where it does.
        pub is_fp: Option<bool> = "isFP",
    }

    /// A pointer, whose type is that of the integer that it is made of.
    pub struct PtrValueTypeRecord<'s>("PtrValueType"): ValueTypeRecord {
        /// The number of the address space that it points into.
        pub addr_space: i64 = "AddrSpace",
    }
}
