//! Decoded bytes on X86.

use serde::Serialize;
use tablewright_records::{AnalysisError, Record, RecordStore};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};
use tablewright_target::decoding::x86::decode::{X86Decoded, X86Decoder, X86Mode};
use tablewright_target::instructions::operands::{InstructionOperands, Operand};
use tablewright_target::instructions::{InstructionId, Instructions};

use super::x86_registers::X86RegisterNames;
use super::x86_value::X86Value;

/// X86 instructions and their operands.
pub struct X86Instructions<'s> {
    store: &'s RecordStore,
    instructions: &'s Instructions,
    operands: &'s InstructionOperands,
}

impl<'s> X86Instructions<'s> {
    /// Creates the decoder for the target in `store`.
    ///
    /// # Errors
    /// Errors from the analyses.
    pub fn new(
        store: &'s RecordStore,
        diagnostics: &mut Diagnostics,
    ) -> Result<X86Instructions<'s>, AnalysisError> {
        let (instructions, operands) = (store.analysis(diagnostics)?, store.analysis(diagnostics)?);
        Ok(X86Instructions { store, instructions, operands })
    }

    /// Returns the target's store.
    pub fn store(&self) -> &'s RecordStore {
        self.store
    }

    /// Returns the instructions.
    pub fn instructions(&self) -> &'s Instructions {
        self.instructions
    }

    /// Returns the instruction operands.
    pub fn operands(&self) -> &'s InstructionOperands {
        self.operands
    }

    /// Returns an operand's name and class.
    pub fn operand(&self, id: InstructionId, operand: &Operand) -> (&'s str, &'s str) {
        let class = self.store.record(self.operands.for_instruction(id).class(operand).record);
        (self.store.str(operand.name), class.name())
    }

    /// Decodes the first instruction in bytes, written as hexadecimal digits in memory order.
    ///
    /// # Errors
    /// If `word` is not a byte sequence, and errors in the decoder tables.
    pub fn decode<'a>(
        &self,
        word: &'a str,
        mode: X86Mode,
        diagnostics: &mut Diagnostics,
    ) -> Result<X86Word<'a>, AnalysisError>
    where
        's: 'a,
    {
        let bytes = checked_bytes(word)?;
        let decoder: &X86Decoder = self.store.analysis(diagnostics)?;
        let decoded = decoder.decode(&bytes, mode).ok();
        let length = decoded.as_ref().map_or(0, |decoded| decoded.length);
        let remaining_bytes = bytes[length..].iter().map(|byte| format!("{byte:02x}")).collect();
        let decoded = decoded.map(|decoded| self.decoded(decoder, &decoded, diagnostics));
        Ok(X86Word { word, decoded, rest: remaining_bytes })
    }

    /// Returns the record of the first instruction in bytes, as in [`X86Instructions::decode`].
    ///
    /// # Errors
    /// If `word` is not a byte sequence, and errors in the decoder tables.
    pub fn first_instruction(
        &self,
        word: &str,
        mode: X86Mode,
        diagnostics: &mut Diagnostics,
    ) -> Result<Option<Record<'s>>, AnalysisError> {
        let bytes = checked_bytes(word)?;
        let decoder: &X86Decoder = self.store.analysis(diagnostics)?;
        let decoded = decoder.decode(&bytes, mode).ok();
        Ok(decoded.map(|found| self.store.record(self.instructions.record(found.instruction))))
    }

    fn decoded(
        &self,
        decoder: &X86Decoder,
        decoded: &X86Decoded,
        diagnostics: &mut Diagnostics,
    ) -> DecodedX86<'s> {
        let id = decoded.instruction;
        let operands = self.operands.for_instruction(id).list().iter().zip(&decoded.operands);
        let names = X86RegisterNames::new(self.store, diagnostics);
        let operands = operands.map(|(operand, &value)| {
            let (name, class) = self.operand(id, operand);
            let value = names.value(value, self.operands.for_instruction(id).class(operand));
            DecodedOperand { name, class, value }
        });
        DecodedX86 {
            instruction: self.store.record(self.instructions.record(id)).name(),
            length: decoded.length,
            context: decoder.context_name(decoded.context).to_owned(),
            opcode: format!("{:02x}", decoded.opcode),
            mod_rm: decoded.mod_rm.map(|mod_rm| format!("{mod_rm:02x}")),
            operands: operands.collect(),
        }
    }
}

/// Bytes and their first instruction.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct X86Word<'a> {
    /// The bytes as the user wrote them.
    pub word: &'a str,
    /// The instruction; `None` if the bytes do not begin with an instruction.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub decoded: Option<DecodedX86<'a>>,
    /// Bytes after the instruction; all bytes if there is none.
    pub rest: String,
}

/// A decoded X86 instruction.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct DecodedX86<'a> {
    /// The instruction's name.
    pub instruction: &'a str,
    /// Length in bytes.
    pub length: usize,
    /// The prefix context, which selects the decoder tables.
    pub context: String,
    /// The opcode in hexadecimal digits, without escape bytes.
    pub opcode: String,
    /// The ModR/M byte in hexadecimal digits.
    pub mod_rm: Option<String>,
    /// The operands.
    pub operands: Vec<DecodedOperand<'a>>,
}

/// An operand and its value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct DecodedOperand<'a> {
    /// The operand name without `$`.
    pub name: &'a str,
    /// The record of its class: a register class or an operand class.
    pub class: &'a str,
    /// The value.
    #[serde(flatten)]
    pub value: X86Value,
}

/// Converts hexadecimal digits to bytes in memory order.
///
/// # Errors
/// If the text is not a byte sequence.
fn checked_bytes(hex: &str) -> Result<Vec<u8>, AnalysisError> {
    bytes(hex).ok_or_else(|| {
        let message = format!("expected bytes in hexadecimal digits, found '{hex}'");
        Diagnostic::error_anywhere(Code::UnknownName, message).into()
    })
}

fn bytes(hex: &str) -> Option<Vec<u8>> {
    let digits = hex.strip_prefix("0x").or_else(|| hex.strip_prefix("0X")).unwrap_or(hex);
    let is_hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    if digits.is_empty() || !digits.len().is_multiple_of(2) || !is_hex {
        return None;
    }
    let pairs = (0..digits.len()).step_by(2);
    pairs.map(|at| u8::from_str_radix(&digits[at..at + 2], 16).ok()).collect()
}
