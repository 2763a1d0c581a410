//! HLSL functions: the classes in `HLSLIntrinsics.td`.

use tablewright_records::{Record, record_views};

record_views! {
    /// A function with overloads for types and shapes.
    pub(crate) struct HlslBuiltinRecord<'s>("HLSLBuiltin") {
        /// The function name.
        pub(crate) function_name: &'s str = "Name",
        /// The Clang builtin for which a declaration is an alias.
        pub(crate) builtin: &'s str = "Builtin",
        /// The function's documentation; may be empty.
        pub(crate) doc: &'s str = "Doc",
        /// The header function that an inline function calls; empty for none.
        pub(crate) detail_func: &'s str = "DetailFunc",
        /// An inline function's statements; empty for none.
        pub(crate) body: &'s str = "Body",
        /// The result type.
        pub(crate) return_type: Record<'s> = "ReturnType",
        /// The parameter types.
        pub(crate) args: Vec<Record<'s>> = "Args",
        /// The parameter names. Missing names are replaced by numbers.
        pub(crate) param_names: Vec<&'s str> = "ParamNames",
        /// Whether an inline function is `constexpr`.
        pub(crate) is_constexpr: bool = "IsConstexpr",
        /// Whether calls depend on other threads.
        pub(crate) is_convergent: bool = "IsConvergent",
        /// The element types of overloads.
        pub(crate) varying_types: Vec<HlslTypeRecord<'s>> = "VaryingTypes",
        /// Whether there are scalar overloads.
        pub(crate) varying_scalar: bool = "VaryingScalar",
        /// The vector sizes of overloads.
        pub(crate) varying_vec_sizes: Vec<i64> = "VaryingVecSizes",
        /// The matrix sizes of overloads.
        pub(crate) varying_mat_dims: Vec<MatDimRecord<'s>> = "VaryingMatDims",
        /// The first shader model with the function; 0.0 for all.
        pub(crate) availability: ShaderModelRecord<'s> = "Availability",
    }

    /// An element type.
    pub(crate) struct HlslTypeRecord<'s>("HLSLType") {
        /// The type's name.
        pub(crate) type_name: &'s str = "Name",
        /// Whether it requires 16-bit types.
        pub(crate) is_16_bit: bool = "Is16Bit",
        /// Whether it has 16 bits only if 16-bit types exist.
        pub(crate) is_conditionally_16_bit: bool = "IsConditionally16Bit",
    }

    /// The overload's shape with a fixed element type.
    pub(crate) struct VaryingShapeRecord<'s>("VaryingShape") {
        /// The element type.
        pub(crate) element_type: HlslTypeRecord<'s> = "ElementType",
    }

    /// A vector type that is the same in all overloads.
    pub(crate) struct VectorTypeRecord<'s>("VectorType") {
        /// The element type.
        pub(crate) element_type: HlslTypeRecord<'s> = "ElementType",
        /// Element count.
        pub(crate) size: i64 = "Size",
    }

    /// A matrix size.
    pub(crate) struct MatDimRecord<'s>("MatDim") {
        /// The number of rows.
        pub(crate) rows: i64 = "Rows",
        /// The number of columns.
        pub(crate) columns: i64 = "Cols",
    }

    /// A shader model version.
    pub(crate) struct ShaderModelRecord<'s>("ShaderModel") {
        /// The major version.
        pub(crate) major: i64 = "Major",
        /// The minor version.
        pub(crate) minor: i64 = "Minor",
    }
}
