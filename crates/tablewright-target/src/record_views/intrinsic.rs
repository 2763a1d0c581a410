//! Intrinsics: the classes of `Intrinsics.td`.

use tablewright_records::{Record, ValueId, record_views};
use tablewright_syntax::symbol::Symbol;

use super::value_type::ValueTypeRecord;

record_views! {
    /// An intrinsic function of LLVM's IR.
    pub struct IntrinsicRecord<'s>("Intrinsic") {
        /// The name of the function; empty where it follows from the record's name.
        pub llvm_name: &'s str = "LLVMName",
        /// What the name begins with behind `llvm.`; empty for intrinsics of no target.
        pub target_prefix: Symbol = "TargetPrefix",
        /// The builtin function of Clang that it stands for.
        pub clang_builtin_name: Option<Symbol> = "ClangBuiltinName",
        /// The builtin function of Microsoft's compiler that it stands for.
        pub ms_builtin_name: Option<Symbol> = "MSBuiltinName",
        /// The features that a target needs, as an expression that Clang understands.
        pub target_features: Option<&'s str> = "TargetFeatures",
        /// The types of the results.
        pub ret_types: Vec<LlvmTypeRecord<'s>> = "RetTypes",
        /// The types of the parameters.
        pub param_types: Vec<LlvmTypeRecord<'s>> = "ParamTypes",
        /// The types of all, resolved. Since release 20 they are in `type_info`.
        pub types: ValueId = "Types" else ValueId::UNSET,
        /// The elements of `types`.
        pub type_list: Vec<LlvmTypeRecord<'s>> = "Types",
        /// Whether there is one function for each of several types, beside `types`.
        pub is_overloaded: bool = "isOverloaded",
        /// The codes of the types, a list for each.
        pub type_sig: ValueId = "TypeSig" else ValueId::UNSET,
        /// What follows from the types.
        pub type_info: Option<TypeInfoGenRecord<'s>> = "TypeInfo" else None,
        /// What holds for calls. Up to release 3.8 that is in `properties`.
        pub intr_properties: Vec<Record<'s>> = "IntrProperties",
        /// `intr_properties`, to tell whether two are the same.
        pub intr_properties_value: ValueId = "IntrProperties" else ValueId::UNSET,
        /// What holds for the node of the selection DAG.
        pub properties: Vec<Record<'s>> = "Properties",
        /// `properties`, to tell whether two are the same.
        pub properties_value: ValueId = "Properties" else ValueId::UNSET,
        /// Whether the properties that are defaults do not hold.
        pub disable_default_attributes: bool = "DisableDefaultAttributes" else false,
    }

    /// What follows from the types of an intrinsic.
    pub struct TypeInfoGenRecord<'s>("TypeInfoGen") {
        /// The types of all, those that match another one resolved. Since release 23 they are not resolved.
        pub types: ValueId = "Types" else ValueId::UNSET,
        /// The elements of `types`.
        pub type_list: Vec<LlvmTypeRecord<'s>> = "Types",
        /// The types of all, as they were stated.
        pub all_types: ValueId = "AllTypes",
        /// The elements of `all_types`.
        pub all_type_list: Vec<LlvmTypeRecord<'s>> = "AllTypes",
        /// The types that others can depend on.
        pub overload_types: ValueId = "OverloadTypes",
        /// The elements of `overload_types`.
        pub overload_type_list: Vec<LlvmTypeRecord<'s>> = "OverloadTypes",
        /// Whether there is one function for each of several types.
        pub is_overloaded: bool = "isOverloaded",
        /// The codes of the types.
        pub type_sig: ValueId = "TypeSig",
    }

    /// A type of IR.
    pub struct LlvmTypeRecord<'s>("LLVMType") {
        /// The type of values in the selection DAG.
        pub vt: ValueTypeRecord<'s> = "VT",
        /// 1 where overloads decide the type.
        pub is_any: i64 = "isAny",
        /// Nonzero for either of the types `half` and `float`.
        pub is_half_or_float: i64 = "isHalfOrFloat",
        /// Nonzero for either of the types `i16` and `i32`.
        pub is_i16_or_i32: i64 = "isI16OrI32",
    }

    /// A type that is, or follows from, the overloaded type of a number. Up to release 22.
    pub struct LlvmMatchTypeRecord<'s>("LLVMMatchType"): LlvmTypeRecord {
        /// The number, among the overloaded types.
        pub number: i64 = "Number",
    }

    /// A type that is, or follows from, the overloaded type of an index. Since release 23.
    pub struct LlvmDependentTypeRecord<'s>("LLVMDependentType"): LlvmTypeRecord {
        /// The index into the overloaded types.
        pub overload_index: i64 = "OverloadIndex",
    }

    /// What holds for calls of an intrinsic, for an argument or for the result.
    pub struct IntrinsicPropertyRecord<'s>("IntrinsicProperty") {
        /// Whether it holds for all intrinsics that do not opt out.
        pub is_default: bool = "IsDefault" else false,
        /// Which argument it is of, from 1 on; 0 for the result.
        pub arg_no: i64 = "ArgNo",
    }

    /// The alignment of a pointer.
    pub struct AlignRecord<'s>("Align"): IntrinsicPropertyRecord {
        /// How many bytes.
        pub align: i64 = "Align",
    }

    /// A pointer can be read and written.
    pub struct DereferenceableRecord<'s>("Dereferenceable"): IntrinsicPropertyRecord {
        /// How many bytes.
        pub bytes: i64 = "Bytes",
    }

    /// A value lies in a range.
    pub struct RangeRecord<'s>("Range"): IntrinsicPropertyRecord {
        /// The least value.
        pub lower: i64 = "Lower",
        /// The first value that is too great.
        pub upper: i64 = "Upper",
    }

    /// An argument is a constant.
    pub struct ImmArgRecord<'s>("ImmArg"): IntrinsicPropertyRecord {
        /// The value of an argument that an older file lacks.
        pub default: Option<DefaultValueRecord<'s>> = "Default" else None,
    }

    /// The value of an argument that an older file lacks.
    pub struct DefaultValueRecord<'s>("DefaultValue") {
        /// The value; `?` where there is none.
        pub value: Option<i64> = "Value",
    }

    /// Only some memory is read.
    pub struct IntrReadRecord<'s>("IntrRead"): IntrinsicPropertyRecord {
        /// Which.
        pub mem_loc: Vec<Record<'s>> = "MemLoc",
    }

    /// Only some memory is written.
    pub struct IntrWriteRecord<'s>("IntrWrite"): IntrinsicPropertyRecord {
        /// Which.
        pub mem_loc: Vec<Record<'s>> = "MemLoc",
    }

    /// How an argument is printed.
    pub struct ArgInfoRecord<'s>("ArgInfo"): IntrinsicPropertyRecord {
        /// Its parts.
        pub properties: Vec<Record<'s>> = "Properties",
    }

    /// The name that an argument is printed with.
    pub struct ArgNameRecord<'s>("ArgName") {
        /// The name.
        pub arg_name: Symbol = "Name",
    }

    /// The function that prints a constant argument.
    pub struct ImmArgPrinterRecord<'s>("ImmArgPrinter") {
        /// Its name.
        pub func_name: Symbol = "FuncName",
    }

    /// A code of which the codes of types consist.
    pub struct IitBaseRecord<'s>("IIT_Base") {
        /// Its number.
        pub number: i64 = "Number",
    }
}
