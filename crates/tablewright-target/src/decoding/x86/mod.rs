//! Decoding X86: which instruction an opcode stands for depends on the prefixes before it and on the
//! byte ModR/M behind it.
//!
//! In: records of class `X86Inst`. Out: the prefixes as contexts ([`context`]); of each instruction
//! its opcodes ([`instruction`]) and where its operands are ([`operands`]); and tables of them all
//! ([`tables`]).

pub mod context;
pub mod instruction;
pub mod mod_rm;
pub mod operand_kind;
pub mod operands;
pub mod tables;
