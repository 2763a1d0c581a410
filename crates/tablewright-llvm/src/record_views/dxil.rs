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

    /// A version of DXIL.
    pub(crate) struct VersionRecord<'s>("Version") {
        /// The first number.
        pub(crate) major: i64 = "Major",
        /// The second number.
        pub(crate) minor: i64 = "Minor",
    }

    /// A type of a result or an argument.
    pub(crate) struct DxilOpParamTypeRecord<'s>("DXILOpParamType") {
        /// Whether it is the overloaded type of an operation.
        pub(crate) is_overload: i64 = "isOverload",
    }

    /// The types that the overloaded type of an operation may be, from a version on.
    pub(crate) struct OverloadsRecord<'s>("Overloads") {
        /// The version.
        pub(crate) version: VersionRecord<'s> = "dxil_version",
        /// The types.
        pub(crate) types: Vec<DxilOpParamTypeRecord<'s>> = "overload_types",
    }

    /// The stages of shaders that may have an operation, from a version on.
    pub(crate) struct StagesRecord<'s>("Stages") {
        /// The version.
        pub(crate) version: VersionRecord<'s> = "dxil_version",
        /// The stages, of class `DXILShaderStage`.
        pub(crate) shader_stages: Vec<Record<'s>> = "shader_stages",
    }

    /// The attributes of an operation's function, from a version on.
    pub(crate) struct DxilAttributesRecord<'s>("Attributes") {
        /// The version.
        pub(crate) version: VersionRecord<'s> = "dxil_version",
        /// The attributes, of class `DXILAttribute`.
        pub(crate) attributes: Vec<Record<'s>> = "fn_attrs",
    }

    /// Where an argument of an operation comes from.
    pub(crate) struct IntrinArgSelectRecord<'s>("IntrinArgSelect") {
        /// The kind, of class `IntrinArgSelectType`.
        pub(crate) kind: Record<'s> = "type",
        /// The number of an argument of the intrinsic, or a constant.
        pub(crate) value: i64 = "value",
    }

    /// An intrinsic that becomes an operation.
    pub(crate) struct IntrinSelectRecord<'s>("IntrinSelect") {
        /// The intrinsic.
        pub(crate) intrinsic: IntrinsicRecord<'s> = "intrinsic",
        /// The arguments of the operation; those of the intrinsic where there are none.
        pub(crate) arg_selects: Vec<IntrinArgSelectRecord<'s>> = "arg_selects",
    }

    /// An operation, since release 22.
    pub(crate) struct DxilOpRecord<'s>("DXILOp") {
        /// The number of the operation.
        pub(crate) op_code: i64 = "OpCode",
        /// The class of the operation.
        pub(crate) op_class: Record<'s> = "OpClass",
        /// The intrinsics that become the operation.
        pub(crate) intrinsics: Vec<IntrinSelectRecord<'s>> = "intrinsics",
        /// The type of the result.
        pub(crate) result: DxilOpParamTypeRecord<'s> = "result",
        /// The types of the arguments.
        pub(crate) arguments: Vec<DxilOpParamTypeRecord<'s>> = "arguments",
        /// What the overloaded type may be.
        pub(crate) overloads: Vec<OverloadsRecord<'s>> = "overloads",
        /// The stages that may have the operation.
        pub(crate) stages: Vec<StagesRecord<'s>> = "stages",
        /// The attributes of the function.
        pub(crate) attributes: Vec<DxilAttributesRecord<'s>> = "attributes",
    }
}
