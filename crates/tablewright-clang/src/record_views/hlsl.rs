//! Functions of HLSL: the classes of `HLSLIntrinsics.td`.

use tablewright_records::{Record, record_views};

record_views! {
    /// A function, with overloads for types and shapes.
    pub(crate) struct HlslBuiltinRecord<'s>("HLSLBuiltin") {
        /// The name of the function.
        pub(crate) function_name: &'s str = "Name",
        /// The builtin of Clang that a declaration is an alias of.
        pub(crate) builtin: &'s str = "Builtin",
        /// The documentation of the function; may be empty.
        pub(crate) doc: &'s str = "Doc",
        /// The function of the header that an inline function calls; empty if none.
        pub(crate) detail_func: &'s str = "DetailFunc",
        /// The statements of an inline function; empty if none.
        pub(crate) body: &'s str = "Body",
        /// The type of the result.
        pub(crate) return_type: Record<'s> = "ReturnType",
        /// The types of the parameters.
        pub(crate) args: Vec<Record<'s>> = "Args",
        /// The names of the parameters; those that it lacks have numbers.
        pub(crate) param_names: Vec<&'s str> = "ParamNames",
        /// Whether an inline function is `constexpr`.
        pub(crate) is_constexpr: bool = "IsConstexpr",
        /// Whether calls depend on the other threads.
        pub(crate) is_convergent: bool = "IsConvergent",
        /// The element types of overloads.
        pub(crate) varying_types: Vec<HlslTypeRecord<'s>> = "VaryingTypes",
        /// Whether there are overloads for scalars.
        pub(crate) varying_scalar: bool = "VaryingScalar",
        /// The sizes of the vectors of overloads.
        pub(crate) varying_vec_sizes: Vec<i64> = "VaryingVecSizes",
        /// The sizes of the matrices of overloads.
        pub(crate) varying_mat_dims: Vec<MatDimRecord<'s>> = "VaryingMatDims",
        /// The first shader model with the function; 0.0 for all.
        pub(crate) availability: ShaderModelRecord<'s> = "Availability",
    }

    /// An element type.
    pub(crate) struct HlslTypeRecord<'s>("HLSLType") {
        /// The name of the type.
        pub(crate) type_name: &'s str = "Name",
        /// Whether it needs types of 16 bits.
        pub(crate) is_16_bit: bool = "Is16Bit",
        /// Whether it has 16 bits only where there are types of 16 bits.
        pub(crate) is_conditionally_16_bit: bool = "IsConditionally16Bit",
    }

    /// The shape of the overload, with a fixed element type.
    pub(crate) struct VaryingShapeRecord<'s>("VaryingShape") {
        /// The element type.
        pub(crate) element_type: HlslTypeRecord<'s> = "ElementType",
    }

    /// A vector, the same in all overloads.
    pub(crate) struct VectorTypeRecord<'s>("VectorType") {
        /// The element type.
        pub(crate) element_type: HlslTypeRecord<'s> = "ElementType",
        /// The number of elements.
        pub(crate) size: i64 = "Size",
    }

    /// The size of a matrix.
    pub(crate) struct MatDimRecord<'s>("MatDim") {
        /// The number of rows.
        pub(crate) rows: i64 = "Rows",
        /// The number of columns.
        pub(crate) columns: i64 = "Cols",
    }

    /// A version of the shader model.
    pub(crate) struct ShaderModelRecord<'s>("ShaderModel") {
        /// The first number.
        pub(crate) major: i64 = "Major",
        /// The second number.
        pub(crate) minor: i64 = "Minor",
    }
}
