//! Builtin functions of OpenCL: the classes of `OpenCLBuiltins.td`.

use tablewright_records::{Record, record_views};
use tablewright_syntax::symbol::Symbol;

record_views! {
    /// A builtin function, or several if types in the signature are generic.
    pub(crate) struct BuiltinRecord<'s>("Builtin") {
        /// Its name.
        pub(crate) function_name: Symbol = "Name",
        /// The types of the result and of the parameters.
        pub(crate) signature: Vec<Record<'s>> = "Signature",
        /// Whether it depends on its arguments and on memory only.
        pub(crate) is_pure: bool = "IsPure",
        /// Whether it depends on its arguments only.
        pub(crate) is_const: bool = "IsConst",
        /// Whether all work-items have to reach it.
        pub(crate) is_convergent: bool = "IsConv",
        /// The extensions it needs.
        pub(crate) extension: AbstractExtensionRecord<'s> = "Extension",
        /// The first version of OpenCL that has it.
        pub(crate) min_version: VersionRecord<'s> = "MinVersion",
        /// The first version of OpenCL that does not have it any more.
        pub(crate) max_version: VersionRecord<'s> = "MaxVersion",
    }

    /// A version of OpenCL.
    pub(crate) struct VersionRecord<'s>("Version") {
        /// Its number.
        pub(crate) number: i64 = "ID",
    }

    /// Extensions.
    pub(crate) struct AbstractExtensionRecord<'s>("AbstractExtension") {
        /// Their names, separated by a blank.
        pub(crate) ext_name: &'s str = "ExtName",
    }

    /// Extensions that a function needs.
    pub(crate) struct FunctionExtensionRecord<'s>("FunctionExtension"): AbstractExtensionRecord {}

    /// A type. The fields of generic types mean nothing.
    pub(crate) struct TypeRecord<'s>("Type") {
        /// Its name in OpenCL.
        pub(crate) type_name: &'s str = "Name",
        /// Clang's type for it.
        pub(crate) qual_type: QualTypeRecord<'s> = "QTExpr",
        /// The number of elements of a vector.
        pub(crate) vec_width: i64 = "VecWidth",
        /// Whether it is a pointer.
        pub(crate) is_pointer: bool = "IsPointer",
        /// Whether it is `const`.
        pub(crate) is_const: bool = "IsConst",
        /// Whether it is `volatile`.
        pub(crate) is_volatile: bool = "IsVolatile",
        /// How an image is accessed: `RO`, `WO`, `RW`, or nothing.
        pub(crate) access_qualifier: &'s str = "AccessQualifier",
        /// The address space of a pointer.
        pub(crate) addr_space: &'s str = "AddrSpace",
        /// The extensions it needs.
        pub(crate) extension: AbstractExtensionRecord<'s> = "Extension",
    }

    /// A type of images.
    pub(crate) struct ImageTypeRecord<'s>("ImageType"): TypeRecord {}

    /// A type that stands for several.
    pub(crate) struct GenericTypeRecord<'s>("GenericType"): TypeRecord {
        /// The types of the elements.
        pub(crate) type_list: TypeListRecord<'s> = "TypeList",
        /// The numbers of elements.
        pub(crate) vector_list: IntListRecord<'s> = "VectorList",
    }

    /// A type of Clang.
    pub(crate) struct QualTypeRecord<'s>("QualType") {
        /// The expression for it.
        pub(crate) type_expr: &'s str = "TypeExpr",
        /// Whether there is no such type, but only types made of it.
        pub(crate) is_abstract: bool = "IsAbstract",
    }

    /// A list of types.
    pub(crate) struct TypeListRecord<'s>("TypeList") {
        /// The types.
        pub(crate) list: Vec<TypeRecord<'s>> = "List",
    }

    /// A list of numbers.
    pub(crate) struct IntListRecord<'s>("IntList") {
        /// Its name.
        pub(crate) list_name: &'s str = "Name",
        /// The numbers.
        pub(crate) list: Vec<i64> = "List",
    }
}
