//! Variable-length encodings: the fixed bits in each, and the insertion of operands.

mod code;
mod emit;
mod encodings;

use tablewright_backend::Failure;

use super::source::{EncoderSource, OpcodeRange};
use super::switch::Switch;
use encodings::{EncodingMode, VariableEncodings};

pub(super) use emit::emit;

/// The model of the encodings whose length differs.
pub(super) struct VariableEmitter<'s> {
    target: &'s str,
    opcode_range: OpcodeRange,
    /// The fixed bits in each mode that encodings differ by.
    tables: Vec<ModeTable<'s>>,
    /// The code that assembles instructions.
    assemble: Switch<'s>,
}

/// The fixed bits of all instructions in a mode.
struct ModeTable<'s> {
    /// Suffix for table names.
    suffix: String,
    /// Known bits by instruction number.
    instructions: Vec<VariableKnownBits<'s>>,
}

/// An instruction's fixed bits.
enum VariableKnownBits<'s> {
    NotEncoded,
    /// The instruction of that name is encoded in other modes.
    NotInMode(&'s str),
    /// The encoding of the named instruction is empty.
    Empty(&'s str),
    Words {
        name: &'s str,
        /// Encoding length in bits.
        width: u32,
        /// Index of the first word, counted over all instructions.
        first_word: usize,
        words: Vec<u64>,
    },
}

impl<'s> VariableEmitter<'s> {
    /// Builds the model.
    ///
    /// # Errors
    /// If an encoding is invalid.
    pub(super) fn collect(source: &EncoderSource<'s>) -> Result<VariableEmitter<'s>, Failure> {
        let encodings = VariableEncodings::collect(source)?;
        let cases = (0u32..).zip(&encodings.encodings).map(|(instruction, of_instruction)| {
            (code::assemble(&encodings.modes, of_instruction), vec![instruction])
        });
        Ok(VariableEmitter {
            target: source.target.name(),
            opcode_range: source.opcode_range,
            tables: encodings.modes.iter().map(|mode| mode_table(&encodings, mode)).collect(),
            assemble: Switch::new(&encodings.opcodes, cases),
        })
    }
}

fn mode_table<'s>(encodings: &VariableEncodings<'s>, mode: &EncodingMode) -> ModeTable<'s> {
    let mut next_word = 0;
    let mut instructions = Vec::with_capacity(encodings.by_number.len());
    for &encoded in &encodings.by_number {
        let Some(encoded) = encoded else {
            instructions.push(VariableKnownBits::NotEncoded);
            continue;
        };
        let name = encodings.opcodes[encoded].name;
        instructions.push(match encodings.encodings[encoded].for_mode(mode) {
            None => VariableKnownBits::NotInMode(name),
            Some(encoding) if encoding.words.is_empty() => VariableKnownBits::Empty(name),
            Some(encoding) => {
                let first_word = next_word;
                next_word += encoding.words.len();
                let words = encoding.words.clone();
                VariableKnownBits::Words { name, width: encoding.width, first_word, words }
            }
        });
    }
    ModeTable { suffix: mode.suffix.clone(), instructions }
}
