//! A target's encodings, and the instructions that words or bytes decode to.
//!
//! [`TargetEncodings`] is for targets with table-driven decoders, [`X86Instructions`] for X86.

mod decoder_setup;
mod diagram;
mod target_encodings;
mod words;
mod x86_registers;
mod x86_value;
mod x86_words;

pub use decoder_setup::DecoderSetup;
pub use diagram::{DiagramCell, EncodingDiagram};
pub use target_encodings::{EncodingField, TargetEncodings, no_such_instruction};
pub use words::{
    BitTest, DecodedMatch, DecodedWord, OperandValue, WordFieldValue, decode_word,
    first_instruction,
};
pub use x86_value::X86Value;
pub use x86_words::{DecodedOperand, DecodedX86, X86Instructions, X86Word};
