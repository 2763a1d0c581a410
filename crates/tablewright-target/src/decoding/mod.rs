//! Decoding: from a word to the instruction and its operands.
//!
//! In: the encodings of instructions. Out: decisions that tell encodings apart
//! ([`decision_tree`]), as operations for an interpreter ([`decoder_table`]); and how operands are
//! put together from bits ([`operand_decoder`]). [`tables`] does all of it for a target. Nothing here
//! knows in what language a decoder is printed.

pub mod bit_pattern;
pub mod byte_opcodes;
mod conflict;
pub mod decision_tree;
pub mod decoder_table;
pub mod encodings;
mod fixed_operands;
pub mod operand_decoder;
pub mod predicates;
pub mod tables;
mod variable_operands;
pub mod x86;

use crate::instructions::GENERIC_NAMESPACE;
