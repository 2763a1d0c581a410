//! X86 decoding: the instruction for an opcode depends on the prefixes before it and the ModR/M
//! byte after it.
//!
//! In: `X86Inst` records. Out: their encodings ([`encoding`], [`form`]) and operand properties
//! ([`operand_record`]), also used by tables that pair instructions. For a decoder: prefixes as
//! contexts ([`context`]); opcodes ([`instruction`]) and operand positions ([`operands`]) for each
//! instruction; the tables ([`tables`]); and a decoder for bytes ([`decode`]). For readers:
//! encodings in manual notation ([`notation`]).

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
