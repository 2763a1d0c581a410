//! Opcodes of Clang's constant interpreter: the classes in `Opcodes.td`.

use tablewright_records::{Record, ValueId, record_views};

record_views! {
    /// A type that the interpreter distinguishes.
    pub(crate) struct TypeRecord<'s>("Type") {}

    /// The possible types for an opcode's type parameter.
    pub(crate) struct TypeClassRecord<'s>("TypeClass") {
        /// The types.
        pub(crate) types: Vec<Record<'s>> = "Types",
    }

    /// An argument after an opcode.
    pub(crate) struct ArgTypeRecord<'s>("ArgType") {
        /// The C++ type.
        pub(crate) cpp_type: &'s str = "Name",
        /// Whether it is passed by reference.
        pub(crate) is_reference: bool = "AsRef",
    }

    /// An opcode.
    pub(crate) struct OpcodeRecord<'s>("Opcode") {
        /// The function that runs it; empty if it is the record name.
        pub(crate) function_name: &'s str = "Name",
        /// The type class for each type parameter.
        pub(crate) types: &'s [ValueId] = "Types",
        /// The arguments.
        pub(crate) args: Vec<ArgTypeRecord<'s>> = "Args",
        /// Whether it can end the function.
        pub(crate) can_return: bool = "CanReturn",
        /// Whether it can jump.
        pub(crate) changes_pc: bool = "ChangesPC" else false,
        /// Whether it can end the evaluation with an error.
        pub(crate) can_fail: bool = "CanFail" else true,
        /// Whether its function needs the opcode's position.
        pub(crate) needs_op_pc: bool = "NeedsOpPC" else true,
        /// Whether it has its own emitter.
        pub(crate) has_custom_link: bool = "HasCustomLink",
        /// Whether it has its own evaluator.
        pub(crate) has_custom_eval: bool = "HasCustomEval",
        /// Whether a function chooses the instance by types.
        pub(crate) has_group: bool = "HasGroup",
    }
}
