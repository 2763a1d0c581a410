//! Decoding: from a word to the instruction and its operands.
//!
//! In: the encodings of instructions. Out: decisions that tell encodings apart
//! ([`decision_tree`]), as operations for an interpreter ([`decoder_table`], and [`scoped_table`] for newer
//! releases); and how operands are put together from bits ([`operand_decoder`]). [`tables`] does all of it for a target. Two targets
//! have encodings of another kind: X86 ([`x86`]) and WebAssembly ([`byte_opcodes`]). Nothing here knows
//! in what language a decoder is printed.

pub mod bit_pattern;
pub mod byte_opcodes;
pub mod conflict;
pub mod decision_tree;
pub mod decode;
pub mod decoder_options;
pub mod decoder_table;
pub mod encodings;
mod fixed_operands;
pub mod operand_decoder;
pub mod predicates;
pub mod scoped_table;
pub mod tables;
mod variable_operands;
pub mod x86;
