//! Operations of DXIL: the classes of `DXIL.td`.

use tablewright_records::{Record, record_views};
use tablewright_target::record_views::intrinsic::{IntrinsicRecord, LlvmTypeRecord};

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
        pub(crate) llvm_intrinsic: IntrinsicRecord<'s> = "LLVMIntrinsic",
    }
}
