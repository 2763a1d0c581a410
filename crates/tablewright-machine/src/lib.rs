//! Machine code as text and back, from a target description alone.
//!
//! In: the records of a target, and the subtarget (processor, features). Out: a [`Machine`], which
//! decodes words ([`Machine::decode`]), prints instructions ([`Machine::print`]), reads assembly
//! ([`assemble`]) and encodes instructions ([`Machine::encode`]).
//!
//! Most of an operand's syntax follows from the description: register names, encoding bits,
//! assembly strings, aliases. Descriptions name C++ methods of the target for the rest. [`syntax`]
//! has shapes for such methods, and [`targets`] has a file for each target with a row for each
//! method. A description can have the rows itself, as records with class `AsmSyntax`.
#![warn(missing_docs)]

mod address_operands;
mod alias;
pub mod assemble;
mod blocks;
pub mod byte_text;
mod codec;
mod codec_builder;
mod compress;
pub mod cursor;
mod decode_table;
mod decoded_packet;
mod decoded_unit;
mod decoder;
mod described_relocations;
mod encoder;
mod encoder_syntax;
mod expression;
mod field_number;
pub mod generate;
mod insn;
mod instruction_tail;
mod link;
mod machine;
mod machine_options;
mod neighbour_syntax;
mod number;
mod operand_code;
mod operand_defaults;
mod packet;
mod packet_checks;
mod packet_slots;
mod packet_syntax;
mod packet_tables;
mod print_piece;
mod printer;
mod real_number;
mod registers;
mod relative;
mod relative_operands;
mod relocation;
mod replacement;
pub mod report;
mod shared;
mod subtarget;
mod subtarget_syntax;
pub mod syntax;
mod table_syntax;
pub mod targets;
pub mod text;
mod text_builder;
mod text_parse;
mod word_layout;
mod x86;

pub use blocks::BlockState;
pub use decoded_packet::{DecodedPacket, PacketInsn};
pub use decoded_unit::DecodedUnit;
pub use decoder::{NotDecoded, WordMatch};
pub use described_relocations::{OperandRelocation, RelocatedPart};
pub use insn::{Insn, InsnOperand, InsnOperands, InsnPrefixes, InsnRepeat};
pub use link::LinkError;
pub use machine::{Machine, UnknownMethod};
pub use machine_options::MachineOptions;
pub use neighbour_syntax::{BlockKindRow, BlockSyntax, Neighbours};
pub use packet_syntax::{HalfWord, PacketSyntax, PacketWord};
pub use syntax::ByteOrder;
