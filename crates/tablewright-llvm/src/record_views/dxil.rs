//! DXIL operations: classes in `DXIL.td`.

use tablewright_records::{Record, record_views};
use tablewright_selection::record_views::intrinsic::{IntrinsicRecord, LlvmTypeRecord};

record_views! {
    /// An operation.
    pub(crate) struct DxilOpMappingRecord<'s>("DXILOpMapping") {
        /// Operation number.
        pub(crate) op_code: i64 = "OpCode",
        /// The class of operations that have the same parameters.
        pub(crate) op_class: Record<'s> = "OpClass",
        /// Description, for a comment.
        pub(crate) doc: &'s str = "Doc",
        /// Result and parameter types.
        pub(crate) op_types: Vec<LlvmTypeRecord<'s>> = "OpTypes",
        /// Intrinsic that is lowered to the operation. Some operations lack the field.
        pub(crate) llvm_intrinsic: IntrinsicRecord<'s> = "LLVMIntrinsic",
    }

    /// A DXIL version.
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
        /// `DXILShaderStage` records.
        pub(crate) shader_stages: Vec<Record<'s>> = "shader_stages",
    }

    /// The attributes of an operation's function, from a version on.
    pub(crate) struct DxilAttributesRecord<'s>("Attributes") {
        /// The version.
        pub(crate) version: VersionRecord<'s> = "dxil_version",
        /// `DXILAttribute` records.
        pub(crate) attributes: Vec<Record<'s>> = "fn_attrs",
    }

    /// The source of an operation's argument.
    pub(crate) struct IntrinArgSelectRecord<'s>("IntrinArgSelect") {
        /// `IntrinArgSelectType` record.
        pub(crate) kind: Record<'s> = "type",
        /// Intrinsic argument number, or a constant.
        pub(crate) value: i64 = "value",
    }

    /// An intrinsic that is lowered to an operation.
    pub(crate) struct IntrinSelectRecord<'s>("IntrinSelect") {
        /// The intrinsic.
        pub(crate) intrinsic: IntrinsicRecord<'s> = "intrinsic",
        /// Operation arguments. If empty, the intrinsic's arguments are used.
        pub(crate) arg_selects: Vec<IntrinArgSelectRecord<'s>> = "arg_selects",
    }

    /// An operation, since release 22.
    pub(crate) struct DxilOpRecord<'s>("DXILOp") {
        /// Operation number.
        pub(crate) op_code: i64 = "OpCode",
        /// Operation class.
        pub(crate) op_class: Record<'s> = "OpClass",
        /// Intrinsics that are lowered to the operation.
        pub(crate) intrinsics: Vec<IntrinSelectRecord<'s>> = "intrinsics",
        /// Result type.
        pub(crate) result: DxilOpParamTypeRecord<'s> = "result",
        /// Argument types.
        pub(crate) arguments: Vec<DxilOpParamTypeRecord<'s>> = "arguments",
        /// Allowed overload types.
        pub(crate) overloads: Vec<OverloadsRecord<'s>> = "overloads",
        /// The stages that may have the operation.
        pub(crate) stages: Vec<StagesRecord<'s>> = "stages",
        /// Function attributes.
        pub(crate) attributes: Vec<DxilAttributesRecord<'s>> = "attributes",
    }
}
