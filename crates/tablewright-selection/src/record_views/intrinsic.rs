//! Intrinsics: the classes in `Intrinsics.td`.

use tablewright_records::{Record, ValueId, record_views};
use tablewright_syntax::symbol::Symbol;
use tablewright_target::record_views::value_type::ValueTypeRecord;

record_views! {
    /// An LLVM IR intrinsic.
    pub struct IntrinsicRecord<'s>("Intrinsic") {
        /// Function name; if empty, it is derived from the record name.
        pub llvm_name: &'s str = "LLVMName",
        /// Target prefix, after `llvm.` in the function name; empty for target-independent intrinsics.
        pub target_prefix: Symbol = "TargetPrefix",
        /// Clang builtin that maps to the intrinsic.
        pub clang_builtin_name: Option<Symbol> = "ClangBuiltinName",
        /// Microsoft builtin that maps to the intrinsic.
        pub ms_builtin_name: Option<Symbol> = "MSBuiltinName",
        /// Required target features, as an expression in Clang's syntax.
        pub target_features: Option<&'s str> = "TargetFeatures",
        /// Result types.
        pub ret_types: Vec<LlvmTypeRecord<'s>> = "RetTypes",
        /// Parameter types.
        pub param_types: Vec<LlvmTypeRecord<'s>> = "ParamTypes",
        /// All types, resolved. Since release 20 they are in `type_info`.
        pub types: ValueId = "Types" else ValueId::UNSET,
        /// Elements in `types`.
        pub type_list: Vec<LlvmTypeRecord<'s>> = "Types",
        /// Whether the intrinsic is overloaded: a function for each type combination. Belongs to `types`.
        pub is_overloaded: bool = "isOverloaded",
        /// Type signature codes, a list for each type.
        pub type_sig: ValueId = "TypeSig" else ValueId::UNSET,
        /// Data derived from the types.
        pub type_info: Option<TypeInfoGenRecord<'s>> = "TypeInfo" else None,
        /// Call, argument and result properties. Up to release 3.8 they are in `properties`.
        pub intr_properties: Vec<Record<'s>> = "IntrProperties",
        /// Value id for `intr_properties`, to compare two intrinsics.
        pub intr_properties_value: ValueId = "IntrProperties" else ValueId::UNSET,
        /// Selection DAG node properties.
        pub properties: Vec<Record<'s>> = "Properties",
        /// Value id for `properties`, to compare two intrinsics.
        pub properties_value: ValueId = "Properties" else ValueId::UNSET,
        /// Whether default properties do not apply.
        pub disable_default_attributes: bool = "DisableDefaultAttributes" else false,
    }

    /// Data derived from an intrinsic's types.
    pub struct TypeInfoGenRecord<'s>("TypeInfoGen") {
        /// All types. Up to release 22, types that match another type are resolved.
        pub types: ValueId = "Types" else ValueId::UNSET,
        /// Elements in `types`.
        pub type_list: Vec<LlvmTypeRecord<'s>> = "Types",
        /// All types, as declared.
        pub all_types: ValueId = "AllTypes",
        /// Elements in `all_types`.
        pub all_type_list: Vec<LlvmTypeRecord<'s>> = "AllTypes",
        /// Types to which dependent types can refer.
        pub overload_types: ValueId = "OverloadTypes",
        /// Elements in `overload_types`.
        pub overload_type_list: Vec<LlvmTypeRecord<'s>> = "OverloadTypes",
        /// Whether the intrinsic is overloaded: a function for each type combination.
        pub is_overloaded: bool = "isOverloaded",
        /// Type signature codes.
        pub type_sig: ValueId = "TypeSig",
    }

    /// An LLVM IR type.
    pub struct LlvmTypeRecord<'s>("LLVMType") {
        /// Value type in the selection DAG.
        pub vt: ValueTypeRecord<'s> = "VT",
        /// 1 if the overload selects the type.
        pub is_any: i64 = "isAny",
        /// Nonzero if the type is either `half` or `float`.
        pub is_half_or_float: i64 = "isHalfOrFloat",
        /// Nonzero if the type is either `i16` or `i32`.
        pub is_i16_or_i32: i64 = "isI16OrI32",
    }

    /// A type that is equal to, or derived from, an overloaded type (up to release 22).
    pub struct LlvmMatchTypeRecord<'s>("LLVMMatchType"): LlvmTypeRecord {
        /// Index into the overloaded types.
        pub number: i64 = "Number",
    }

    /// A type that is equal to, or derived from, an overloaded type (since release 23).
    pub struct LlvmDependentTypeRecord<'s>("LLVMDependentType"): LlvmTypeRecord {
        /// Index into the overloaded types.
        pub overload_index: i64 = "OverloadIndex",
    }

    /// A call, argument or result property of an intrinsic.
    pub struct IntrinsicPropertyRecord<'s>("IntrinsicProperty") {
        /// Whether the property applies to all intrinsics that do not opt out.
        pub is_default: bool = "IsDefault" else false,
        /// Argument number, counted from 1; 0 for the result.
        pub arg_no: i64 = "ArgNo",
    }

    /// A pointer's alignment.
    pub struct AlignRecord<'s>("Align"): IntrinsicPropertyRecord {
        /// Alignment in bytes.
        pub align: i64 = "Align",
    }

    /// A pointer's dereferenceable size.
    pub struct DereferenceableRecord<'s>("Dereferenceable"): IntrinsicPropertyRecord {
        /// Size in bytes.
        pub bytes: i64 = "Bytes",
    }

    /// A value range.
    pub struct RangeRecord<'s>("Range"): IntrinsicPropertyRecord {
        /// Lower bound, inclusive.
        pub lower: i64 = "Lower",
        /// Upper bound, exclusive.
        pub upper: i64 = "Upper",
    }

    /// Ranges of values of a constant argument.
    pub struct RangeSetRecord<'s>("RangeSet"): IntrinsicPropertyRecord {
        /// Lower and upper bound for each range, both inclusive. The ranges are in ascending order.
        pub ranges: &'s [ValueId] = "Ranges",
    }

    /// A constant argument.
    pub struct ImmArgRecord<'s>("ImmArg"): IntrinsicPropertyRecord {
        /// Argument value for an older file that lacks the argument.
        pub default: Option<DefaultValueRecord<'s>> = "Default" else None,
    }

    /// The argument value for an older file that lacks the argument.
    pub struct DefaultValueRecord<'s>("DefaultValue") {
        /// The value; `?` if unset.
        pub value: Option<i64> = "Value",
    }

    /// A memory effect: reads only certain memory.
    pub struct IntrReadRecord<'s>("IntrRead"): IntrinsicPropertyRecord {
        /// Memory locations.
        pub mem_loc: Vec<Record<'s>> = "MemLoc",
    }

    /// A memory effect: writes only certain memory.
    pub struct IntrWriteRecord<'s>("IntrWrite"): IntrinsicPropertyRecord {
        /// Memory locations.
        pub mem_loc: Vec<Record<'s>> = "MemLoc",
    }

    /// Printing instructions for an argument.
    pub struct ArgInfoRecord<'s>("ArgInfo"): IntrinsicPropertyRecord {
        /// The individual instructions.
        pub properties: Vec<Record<'s>> = "Properties",
    }

    /// An argument's printed name.
    pub struct ArgNameRecord<'s>("ArgName") {
        /// The name.
        pub arg_name: Symbol = "Name",
    }

    /// A function that prints a constant argument.
    pub struct ImmArgPrinterRecord<'s>("ImmArgPrinter") {
        /// Function name.
        pub func_name: Symbol = "FuncName",
    }

    /// A code in type signatures.
    pub struct IitBaseRecord<'s>("IIT_Base") {
        /// Code number.
        pub number: i64 = "Number",
    }
}
