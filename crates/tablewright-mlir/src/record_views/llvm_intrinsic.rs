//! The classes of `llvm/IR/Intrinsics.td` and `llvm/CodeGen/ValueTypes.td`.

use tablewright_records::{Record, record_views};

record_views! {
    /// An LLVM intrinsic.
    pub(crate) struct IntrinsicRecord<'s>("Intrinsic") {
        /// Its name, if it does not follow from the definition name.
        pub llvm_name: &'s str = "LLVMName",
        /// The target that it is for; may be empty.
        pub target_prefix: &'s str = "TargetPrefix",
        /// The types of its results.
        pub results: Vec<LlvmTypeRecord<'s>> = "RetTypes",
        /// The types of its parameters.
        pub parameters: Vec<LlvmTypeRecord<'s>> = "ParamTypes",
        /// Its properties.
        pub properties: Vec<Record<'s>> = "IntrProperties",
    }

    /// The type of a result or a parameter.
    pub(crate) struct LlvmTypeRecord<'s>("LLVMType") {
        /// The type of values.
        pub value_type: ValueTypeRecord<'s> = "VT",
    }

    /// A type of values.
    pub(crate) struct ValueTypeRecord<'s>("ValueType") {
        /// Whether it is overloaded for several types.
        pub is_overloaded: bool = "isOverloaded",
    }
}
