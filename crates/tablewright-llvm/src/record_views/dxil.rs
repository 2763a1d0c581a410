//! Operations of DXIL: the classes of `DXIL.td`, and what they name of `Intrinsics.td`.

use tablewright_records::{Record, record_views};
use tablewright_target::record_views::value_type::ValueTypeRecord;

record_views! {
    /// An operation.
    pub(crate) struct DxilOpMappingRecord<'s>("DXILOpMapping") {
        /// The number of the operation.
        pub(crate) op_code: i64 = "OpCode",
        /// The class of operations that have the same parameters.
        pub(crate) op_class: Record<'s> = "OpClass",
        /// What the operation does, for a comment.
        pub(crate) doc: &'s str = "Doc",
        /// The types of result and parameters.
        pub(crate) op_types: Vec<LlvmTypeRecord<'s>> = "OpTypes",
        /// The intrinsic that becomes the operation. Some operations lack the field.
        pub(crate) llvm_intrinsic: DxilIntrinsicRecord<'s> = "LLVMIntrinsic",
    }

    /// The intrinsic of an operation.
    pub(crate) struct DxilIntrinsicRecord<'s>("Intrinsic") {
        /// Its properties, of class `IntrinsicProperty`.
        pub(crate) intr_properties: Vec<Record<'s>> = "IntrProperties",
    }

    /// The type of a result or parameter.
    pub(crate) struct LlvmTypeRecord<'s>("LLVMType") {
        /// The type of values.
        pub(crate) vt: ValueTypeRecord<'s> = "VT",
        /// 1 where overloads decide the type.
        pub(crate) is_any: i64 = "isAny",
        /// In a type that repeats another: the index of that type in the list.
        pub(crate) number: i64 = "Number",
        /// Nonzero for either of the types `half` and `float`.
        pub(crate) is_half_or_float: i64 = "isHalfOrFloat",
        /// Nonzero for either of the types `i16` and `i32`.
        pub(crate) is_i16_or_i32: i64 = "isI16OrI32",
    }
}
