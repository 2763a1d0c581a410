//! Decoding of words to instructions and operands.
//!
//! In: instruction encodings. Out: decisions that distinguish encodings ([`decision_tree`]), as
//! operations for an interpreter ([`decoder_table`], and [`scoped_table`] for newer releases); and
//! operand decoders, which compose operands from bits ([`operand_decoder`]). [`tables`] combines
//! these for a target. Two targets have a different kind of encoding: X86 ([`x86`]) and WebAssembly
//! ([`byte_opcodes`]). This module is independent of the language of the printed decoder.

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
