//! The options of a decoder: what is left out, and which tables an encoding is in.

/// What is done with encodings that do not differ by mode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UniversalEncodings {
    /// They are in the tables of all modes.
    InAllModes,
    /// They are in the tables of the modes in which encodings of their namespace differ.
    InModesOfNamespace,
    /// They have a table of their own.
    Apart,
}

/// What the user chose for a decoder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DecoderOptions {
    /// What is done with encodings that do not differ by mode.
    pub universal: UniversalEncodings,
    /// Whether operands that have no variable bits are left to whoever uses the instruction. Older releases
    /// always do so.
    pub ignores_fully_defined_operands: bool,
    /// Whether operands that have no bits at all are left out. Older releases always do so.
    pub ignores_non_decodable_operands: bool,
    /// Whether operand decoders are numbered for each size of words.
    pub is_specialized_by_width: bool,
}

impl DecoderOptions {
    /// The options of a decoder that leaves out the operands which it cannot decode.
    pub fn lenient(universal: UniversalEncodings) -> DecoderOptions {
        DecoderOptions {
            universal,
            ignores_fully_defined_operands: false,
            ignores_non_decodable_operands: true,
            is_specialized_by_width: false,
        }
    }
}
