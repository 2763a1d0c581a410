//! Instructions that the directive `.insn` of SystemZ encodes.

use tablewright_records::{Dag, record_views};

record_views! {
    /// A SystemZ instruction.
    pub(crate) struct InsnDirectiveRecord<'s>("InstSystemZ") {
        /// Whether it is a format of the directive.
        pub(crate) is_insn_directive: bool = "IsInsnDirective",
        /// Count for trailing optional operands.
        pub(crate) num_optional_operands: i64 = "NumOptionalOperands",
        /// The directive with its operands: `.insn rr,$enc,$R1,$R2`.
        pub(crate) asm_string: &'s str = "AsmString",
        /// Must be empty.
        pub(crate) out_operand_list: Dag<'s> = "OutOperandList",
        /// The encoding, and the operands.
        pub(crate) in_operand_list: Dag<'s> = "InOperandList",
    }
}
