//! liboffload API objects: the classes in `APIDefs.td`.

use tablewright_records::{Bits, record_views};

record_views! {
    /// An API object. The record name is the object name.
    pub(crate) struct ApiObjectRecord<'s>("APIObject") {
        /// The description, a sentence.
        pub(crate) desc: &'s str = "desc",
    }

    /// A preprocessor macro. Its name includes its parameters.
    pub(crate) struct MacroRecord<'s>("Macro"): ApiObjectRecord {
        /// The text that the macro is replaced by.
        pub(crate) value: &'s str = "value",
        /// A preprocessor condition under which the macro has this text.
        pub(crate) condition: Option<&'s str> = "condition",
        /// The text when the condition does not hold.
        pub(crate) alt_value: Option<&'s str> = "alt_value",
    }

    /// A pointer to a structure that is hidden from API users.
    pub(crate) struct HandleRecord<'s>("Handle"): ApiObjectRecord {}

    /// A type alias.
    pub(crate) struct TypedefRecord<'s>("Typedef"): ApiObjectRecord {
        /// The type.
        pub(crate) value: &'s str = "value",
    }

    /// A function pointer type.
    pub(crate) struct FptrTypedefRecord<'s>("FptrTypedef"): ApiObjectRecord {
        /// The function parameters.
        pub(crate) params: Vec<ParamRecord<'s>> = "params",
        /// The type that the functions return.
        pub(crate) result: &'s str = "return",
    }

    /// An enumeration.
    pub(crate) struct EnumRecord<'s>("Enum"): ApiObjectRecord {
        /// Whether enumerators name properties with different types.
        pub(crate) is_typed: bool = "is_typed",
        /// Whether enumerators are bits.
        pub(crate) is_bit_field: bool = "is_bit_field",
        /// The enumerators.
        pub(crate) etors: Vec<EtorRecord<'s>> = "etors",
    }

    /// An enumerator.
    pub(crate) struct EtorRecord<'s>("Etor") {
        /// The name, without the enumeration name.
        pub(crate) etor: &'s str = "name",
        /// The description.
        pub(crate) desc: &'s str = "desc",
        /// The property type that the enumerator names.
        pub(crate) tagged_type: Option<&'s str> = "tagged_type",
    }

    /// A structure.
    pub(crate) struct StructRecord<'s>("Struct"): ApiObjectRecord {
        /// The members, including base structure members.
        pub(crate) all_members: Vec<StructMemberRecord<'s>> = "all_members",
    }

    /// A structure member.
    pub(crate) struct StructMemberRecord<'s>("StructMember") {
        /// The type.
        pub(crate) ty: &'s str = "type",
        /// The name.
        pub(crate) member: &'s str = "name",
        /// The description.
        pub(crate) desc: &'s str = "desc",
    }

    /// A function.
    pub(crate) struct FunctionRecord<'s>("Function"): ApiObjectRecord {
        /// The parameters.
        pub(crate) params: Vec<ParamRecord<'s>> = "params",
        /// More sentences about the function.
        pub(crate) details: Vec<&'s str> = "details",
        /// Equivalent functions in other libraries.
        pub(crate) analogues: Vec<&'s str> = "analogues",
        /// The results, including the results of checks that every function makes.
        pub(crate) all_returns: Vec<ReturnRecord<'s>> = "all_returns",
    }

    /// A function parameter.
    pub(crate) struct ParamRecord<'s>("Param") {
        /// The type.
        pub(crate) ty: &'s str = "type",
        /// The name.
        pub(crate) param: &'s str = "name",
        /// The description.
        pub(crate) desc: &'s str = "desc",
        /// Bit 0: read, bit 1: written, bit 2: optional.
        pub(crate) flags: Bits<'s> = "flags",
        /// The elements in the array that the parameter points to.
        pub(crate) range: RangeRecord<'s> = "range",
        /// The parameters with the type and the size of the pointed-to value.
        pub(crate) type_info: TypeInfoRecord<'s> = "type_info",
        /// Whether the type is a handle.
        pub(crate) is_handle: bool = "IsHandle",
        /// Whether the type is a pointer.
        pub(crate) is_pointer: bool = "IsPointer",
        /// Whether the type is a pointer to a function.
        pub(crate) is_callback: bool = "IsCallback" else false,
    }

    /// A range of elements; both ends are empty if the parameter is not an array.
    pub(crate) struct RangeRecord<'s>("Range") {
        /// The first index, a number or a parameter.
        pub(crate) begin: &'s str = "begin",
        /// The index after the last element, a parameter or a number.
        pub(crate) end: &'s str = "end",
    }

    /// Type and size of the value behind an untyped pointer; both are empty if the type is known.
    pub(crate) struct TypeInfoRecord<'s>("TypeInfo") {
        /// The parameter whose enumerator determines the type.
        pub(crate) tag: &'s str = "enum",
        /// The parameter with the size in bytes.
        pub(crate) size: &'s str = "size",
    }

    /// A function result.
    pub(crate) struct ReturnRecord<'s>("Return") {
        /// The enumerator: `OL_ERRC_INVALID_SIZE`.
        pub(crate) value: &'s str = "value",
        /// Conditions under which it is returned: sentences, or C++ between backquotes.
        pub(crate) conditions: Vec<&'s str> = "conditions",
    }
}
