//! Decoding X86: which instruction an opcode stands for depends on the prefixes before it and on the
//! byte ModR/M after it.
//!
//! In: records of class `X86Inst`. Out: their encodings ([`encoding`], [`form`]) and what their operands
//! are ([`operand_record`]), which tables that pair instructions need too. For a decoder: the prefixes as
//! contexts ([`context`]); of each instruction its opcodes ([`instruction`]) and where its operands are
//! ([`operands`]); and tables of them all
//! ([`tables`]), with which bytes are decoded ([`decode`]). For people: encodings as manuals write them
//! ([`notation`]).

pub mod context;
pub mod decode;
pub mod encoding;
pub mod form;
pub mod instruction;
pub mod mnemonic;
pub mod mod_rm;
pub mod notation;
pub mod operand_kind;
pub mod operand_record;
pub mod operands;
pub mod tables;
