//! Decoded words: the possible instructions for a word, with operands.

use std::ops::ControlFlow;

use serde::Serialize;
use tablewright_records::{AnalysisError, Record};
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_target::decoding::bit_pattern::{BitPattern, BitRange};
use tablewright_target::decoding::decode::{Match, matches};
use tablewright_target::decoding::encodings::{EncodingGroup, EncodingId};
use tablewright_target::decoding::operand_decoder::{DecoderStep, EncodedField};

use super::target_encodings::TargetEncodings;

/// A word and its possible instructions, in the order in which a decoder tries them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct DecodedWord<'a> {
    /// The word as the user wrote it.
    pub word: &'a str,
    /// The possible instructions.
    pub matches: Vec<DecodedMatch<'a>>,
}

/// An instruction that matches a word.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct DecodedMatch<'a> {
    /// The instruction's name.
    pub instruction: &'a str,
    /// The record with the encoding fields.
    pub record: &'a str,
    /// The display name: the instruction's name, preceded by the encoding's own name if it has one.
    #[serde(skip)]
    pub name: String,
    /// The decoder table.
    pub table: String,
    /// Predicates that the instruction requires, by record name.
    pub predicates: Vec<&'a str>,
    /// Whether the encoding cannot be distinguished from another, so that a decoder does not find
    /// it.
    pub conflicting: bool,
    /// Whether bits differ from their recommended value (`SoftFail`).
    pub soft_fail: bool,
    /// The tested bits with their values.
    pub path: Vec<BitTest>,
    /// The encoding fields, lowest bits first.
    pub fields: Vec<WordFieldValue<'a>>,
    /// The operands that a decoder creates.
    pub operands: Vec<OperandValue<'a>>,
}

/// A tested bit range.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct BitTest {
    /// The lowest bit in the word.
    pub bit: u32,
    /// Bit count.
    pub width: u32,
    /// Their value.
    pub value: u64,
}

/// A field value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct WordFieldValue<'a> {
    /// The field's name.
    pub name: &'a str,
    /// The name, with the bits if they are only part of the field.
    #[serde(skip)]
    pub label: String,
    /// The lowest bit in the word.
    pub bit: u32,
    /// The lowest bit in the field.
    pub field_bit: u32,
    /// Bit count.
    pub width: u32,
    /// Their value.
    pub value: u64,
}

/// A call to a decoder method, or an operand without a method.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OperandValue<'a> {
    /// The decoder method, if any.
    pub method: Option<&'a str>,
    /// The operand's encoded value; `None` for a method that receives the whole word.
    pub value: Option<u64>,
    /// Whether no other encoding is tried if the method rejects the word.
    pub complete: bool,
    /// Whether the method receives the whole word.
    #[serde(skip)]
    pub takes_word: bool,
}

impl DecodedWord<'_> {
    /// Iterates over the instruction names, in the order in which a decoder tries them.
    pub fn instructions(&self) -> impl Iterator<Item = &str> {
        self.matches.iter().map(|found| found.instruction)
    }
}

/// Decodes a word in hexadecimal digits.
///
/// # Errors
/// If the text is not a word for the target.
pub fn decode_word<'a>(
    target: &'a TargetEncodings<'_>,
    hex: &'a str,
) -> Result<DecodedWord<'a>, AnalysisError> {
    let mut decoded = DecodedWord { word: hex, matches: Vec::new() };
    visit_matches(target, hex, |group, word, word_match| {
        let table = TargetEncodings::table(group);
        decoded.matches.push(for_match(target, table, word, word_match)?);
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(decoded)
}

/// Returns the record for [`decode_word`]'s first match. It is much faster, since nothing else is
/// computed.
///
/// # Errors
/// If the text is not a word for the target.
pub fn first_instruction<'s>(
    target: &TargetEncodings<'s>,
    hex: &str,
) -> Result<Option<Record<'s>>, AnalysisError> {
    let mut first = None;
    visit_matches(target, hex, |_, _, word_match| {
        first = Some(target.instruction(word_match.encoding));
        Ok(ControlFlow::Break(()))
    })?;
    Ok(first)
}

impl TargetEncodings<'_> {
    /// Returns the widths of the target's words in bits, in ascending order.
    pub fn widths(&self) -> Vec<u32> {
        let mut widths: Vec<u32> = self.tried().map(|(group, _)| group.width).collect();
        widths.sort_unstable();
        widths.dedup();
        widths
    }

    /// Returns whether a table for words of a width has an instruction for a word in hexadecimal digits.
    ///
    /// # Errors
    /// If a predicate is invalid.
    pub fn has_instruction(&self, hex: &str, width: u32) -> Result<bool, AnalysisError> {
        for (group, tree) in self.tried().filter(|(group, _)| group.width == width) {
            let Some(word) = BitPattern::from_hex(hex, width) else { continue };
            for word_match in matches(self.encodings(), group, tree, &word) {
                if self.is_available(word_match.encoding)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}

/// Calls `visit` with each match for a word, in the order in which a decoder tries them, until
/// `visit` breaks.
fn visit_matches(
    target: &TargetEncodings<'_>,
    hex: &str,
    mut visit: impl FnMut(&EncodingGroup, &BitPattern, &Match) -> Result<ControlFlow<()>, AnalysisError>,
) -> Result<(), AnalysisError> {
    let mut is_word = false;
    for (group, tree) in target.tried() {
        let Some(word) = BitPattern::from_hex(hex, group.width) else { continue };
        is_word = true;
        for word_match in matches(target.encodings(), group, tree, &word) {
            if target.is_available(word_match.encoding)?
                && visit(group, &word, &word_match)?.is_break()
            {
                return Ok(());
            }
        }
    }
    if !is_word {
        let message =
            format!("expected a word of this target in hexadecimal digits, found '{hex}'");
        return Err(Diagnostic::error_anywhere(Code::UnknownName, message).into());
    }
    Ok(())
}

fn for_match<'a>(
    target: &'a TargetEncodings<'_>,
    table: String,
    word: &BitPattern,
    found: &Match,
) -> Result<DecodedMatch<'a>, AnalysisError> {
    let encoding = found.encoding;
    let steps = found.path.iter().filter_map(|step| step.value.map(|value| (step.range, value)));
    let checks = found.checks.iter().map(|check| (check.range, check.value));
    let path = steps.chain(checks).map(|(range, value)| BitTest {
        bit: range.start,
        width: range.len,
        value,
    });
    let fields = target.fields(encoding)?.into_iter().filter_map(|field| {
        let (bit, width) = (field.run.inst_bit, field.run.len);
        let value = word.value(BitRange { start: bit, len: width })?;
        let (name, field_bit) = (field.name, field.run.field_bit);
        Some(WordFieldValue { name, label: field.label(), bit, field_bit, width, value })
    });
    Ok(DecodedMatch {
        instruction: target.instruction(encoding).name(),
        record: target.record(encoding).name(),
        name: target.name(encoding),
        table,
        predicates: target.predicates(encoding)?,
        conflicting: found.is_in_conflict,
        soft_fail: fails_softly(target, encoding, word),
        path: path.collect(),
        fields: fields.collect(),
        operands: operands(target, encoding, word),
    })
}

/// Whether a word's bits differ from the recommended values for an encoding.
fn fails_softly(target: &TargetEncodings<'_>, encoding: EncodingId, word: &BitPattern) -> bool {
    let range = BitRange { start: 0, len: word.width().min(BitRange::MAX_TESTED) };
    let masks = target.encodings().encodings[encoding].soft_fail;
    let Some((masks, word)) = masks.zip(word.value(range)) else { return false };
    word & masks.positive != 0 || !word & masks.negative != 0
}

fn operands<'a>(
    target: &'a TargetEncodings<'_>,
    encoding: EncodingId,
    word: &BitPattern,
) -> Vec<OperandValue<'a>> {
    let encodings = target.encodings();
    let decoders = &encodings.decoders;
    let steps = &decoders.get(encodings.encodings[encoding].decoder).steps;
    let operand = |step: &DecoderStep| match step {
        DecoderStep::Word { method, is_complete } => OperandValue {
            method: Some(decoders.method(*method)),
            value: None,
            complete: *is_complete,
            takes_word: true,
        },
        DecoderStep::NoBits { method } => OperandValue {
            method: Some(decoders.method(method.method)),
            value: None,
            complete: method.is_complete,
            takes_word: false,
        },
        DecoderStep::Operand { initial, fields, method } => OperandValue {
            method: method.map(|method| decoders.method(method.method)),
            value: Some(operand_value(word, *initial, fields)),
            complete: method.is_none_or(|method| method.is_complete),
            takes_word: false,
        },
    };
    steps.iter().map(operand).collect()
}

/// Combines an operand's bits into a number.
fn operand_value(word: &BitPattern, initial: u64, fields: &[EncodedField]) -> u64 {
    fields.iter().fold(initial, |value, field| {
        let range = BitRange { start: field.base, len: field.width };
        let bits = word.value(range).unwrap_or(0);
        value | bits.checked_shl(field.offset).unwrap_or(0)
    })
}
