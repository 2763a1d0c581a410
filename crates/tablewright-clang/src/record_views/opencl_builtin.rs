//! OpenCL's builtin functions: the classes in `OpenCLBuiltins.td`.

use tablewright_records::{Record, record_views};
use tablewright_syntax::symbol::Symbol;

record_views! {
    /// A builtin function, or several if its signature contains generic types.
    pub(crate) struct BuiltinRecord<'s>("Builtin") {
        /// Its name.
        pub(crate) function_name: Symbol = "Name",
        /// Result type and parameter types.
        pub(crate) signature: Vec<Record<'s>> = "Signature",
        /// Whether it depends only on its arguments and on memory.
        pub(crate) is_pure: bool = "IsPure",
        /// Whether it depends only on its arguments.
        pub(crate) is_const: bool = "IsConst",
        /// Whether all work-items must reach it.
        pub(crate) is_convergent: bool = "IsConv",
        /// The required extensions.
        pub(crate) extension: AbstractExtensionRecord<'s> = "Extension",
        /// The first OpenCL version with it.
        pub(crate) min_version: VersionRecord<'s> = "MinVersion",
        /// The first OpenCL version without it.
        pub(crate) max_version: VersionRecord<'s> = "MaxVersion",
    }

    /// An OpenCL version.
    pub(crate) struct VersionRecord<'s>("Version") {
        /// The version number.
        pub(crate) number: i64 = "ID",
    }

    /// Extensions.
    pub(crate) struct AbstractExtensionRecord<'s>("AbstractExtension") {
        /// Their names, separated by blanks.
        pub(crate) ext_name: &'s str = "ExtName",
    }

    /// Extensions that a function requires.
    pub(crate) struct FunctionExtensionRecord<'s>("FunctionExtension"): AbstractExtensionRecord {}

    /// A type. The fields of generic types are meaningless.
    pub(crate) struct TypeRecord<'s>("Type") {
        /// Its name in OpenCL.
        pub(crate) type_name: &'s str = "Name",
        /// Its Clang type.
        pub(crate) qual_type: QualTypeRecord<'s> = "QTExpr",
        /// Vector element count.
        pub(crate) vec_width: i64 = "VecWidth",
        /// Whether it is a pointer.
        pub(crate) is_pointer: bool = "IsPointer",
        /// Whether it is `const`.
        pub(crate) is_const: bool = "IsConst",
        /// Whether it is `volatile`.
        pub(crate) is_volatile: bool = "IsVolatile",
        /// The access qualifier of an image: `RO`, `WO`, `RW`, or empty.
        pub(crate) access_qualifier: &'s str = "AccessQualifier",
        /// A pointer's address space.
        pub(crate) addr_space: &'s str = "AddrSpace",
        /// The required extensions.
        pub(crate) extension: AbstractExtensionRecord<'s> = "Extension",
    }

    /// An image type.
    pub(crate) struct ImageTypeRecord<'s>("ImageType"): TypeRecord {}

    /// A generic type, which represents several types.
    pub(crate) struct GenericTypeRecord<'s>("GenericType"): TypeRecord {
        /// The element types.
        pub(crate) type_list: TypeListRecord<'s> = "TypeList",
        /// Element counts.
        pub(crate) vector_list: IntListRecord<'s> = "VectorList",
    }

    /// A Clang type.
    pub(crate) struct QualTypeRecord<'s>("QualType") {
        /// Its C++ expression.
        pub(crate) type_expr: &'s str = "TypeExpr",
        /// Whether it is abstract: only types derived from it exist.
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
