//! Decoder options: omitted operands, and the tables for an encoding.

/// The tables for encodings that do not depend on the mode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UniversalEncodings {
    /// Included in the tables of all modes.
    InAllModes,
    /// Included in the tables of modes with separate encodings in the same namespace.
    InModesOfNamespace,
    /// Stored in a separate table.
    Apart,
}

/// The user's choices for a decoder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DecoderOptions {
    /// The tables for encodings that do not depend on the mode.
    pub universal: UniversalEncodings,
    /// Whether operands without variable bits are omitted, so that users of the instruction add
    /// them. Always true in older releases.
    pub ignores_fully_defined_operands: bool,
    /// Whether operands without any bits are omitted. Always true in older releases.
    pub ignores_non_decodable_operands: bool,
    /// Whether operand decoders are numbered separately for each word width.
    pub is_specialized_by_width: bool,
    /// Whether instructions that only assemblers know have encodings, which belong to no table.
    pub has_assembler_only: bool,
}

impl DecoderOptions {
    /// Returns the options for a decoder that omits undecodable operands.
    pub fn lenient(universal: UniversalEncodings) -> DecoderOptions {
        DecoderOptions {
            universal,
            ignores_fully_defined_operands: false,
            ignores_non_decodable_operands: true,
            is_specialized_by_width: false,
            has_assembler_only: false,
        }
    }
}
