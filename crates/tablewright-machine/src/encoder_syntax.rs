//! Facts of a target for encoding that a description does not have.

/// Facts for the encoder.
#[derive(Clone, Copy, Debug)]
pub struct EncoderSyntax {
    /// Changes an encoded word. Receives a word and its number of bits.
    pub finish_word: Option<fn(u128, u32) -> u128>,
    /// Whether an assembler drops operand bits without a place in the encoding.
    pub drops_bits: bool,
}

impl EncoderSyntax {
    /// Words as in the description.
    pub const PLAIN: EncoderSyntax = EncoderSyntax { finish_word: None, drops_bits: false };
}
