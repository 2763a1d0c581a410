//! Decoded words: the instructions that a word can be, with their operands.

use std::ops::ControlFlow;

use serde::Serialize;
use tablewright_records::{AnalysisError, Record};
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_target::decoding::bit_pattern::{BitPattern, BitRange};
use tablewright_target::decoding::decode::{Match, matches};
use tablewright_target::decoding::encodings::{EncodingGroup, EncodingId};
use tablewright_target::decoding::operand_decoder::{DecoderStep, EncodedField};

use super::target_encodings::TargetEncodings;

/// A word and the instructions that it can be, in the order in which a decoder tries them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct DecodedWord<'a> {
    /// As the user wrote it.
    pub word: &'a str,
    /// The instructions.
    pub matches: Vec<DecodedMatch<'a>>,
}

/// An instruction that a word can be.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct DecodedMatch<'a> {
    /// The name of the instruction.
    pub instruction: &'a str,
    /// The record that has the fields.
    pub record: &'a str,
    /// The name of the encoding: that of the instruction, after its own if it has one.
    #[serde(skip)]
    pub name: String,
    /// The decoder table.
    pub table: String,
    /// The records of the conditions under which the instruction can be used.
    pub predicates: Vec<&'a str>,
    /// Whether no bits tell the encoding from others, so that a decoder does not find it.
    pub conflicting: bool,
    /// Whether bits differ from what is written that may, but should not.
    pub soft_fail: bool,
    /// The bits that are tested, and their values.
    pub path: Vec<BitTest>,
    /// The fields of the encoding, the lowest bits first.
    pub fields: Vec<FieldValue<'a>>,
    /// The operands that a decoder makes.
    pub operands: Vec<OperandValue<'a>>,
}

/// Bits that are tested.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct BitTest {
    /// The lowest bit of the word.
    pub bit: u32,
    /// How many bits.
    pub width: u32,
    /// Their value.
    pub value: u64,
}

/// Bits of a field.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FieldValue<'a> {
    /// The name of the field.
    pub name: &'a str,
    /// The name with the bits, if they are not all of the field.
    #[serde(skip)]
    pub label: String,
    /// The lowest bit of the word.
    pub bit: u32,
    /// The lowest bit of the field.
    pub field_bit: u32,
    /// How many bits.
    pub width: u32,
    /// Their value.
    pub value: u64,
}

/// A call of a method that makes operands, or an operand without one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OperandValue<'a> {
    /// The method.
    pub method: Option<&'a str>,
    /// The number that the operand's bits spell; `None` for a method that is given the word.
    pub value: Option<u64>,
    /// Whether a word that the method refuses is of no other encoding.
    pub complete: bool,
    /// Whether the method is given the word.
    #[serde(skip)]
    pub takes_word: bool,
}

impl DecodedWord<'_> {
    /// The names of the instructions, in the order in which a decoder tries them.
    pub fn instructions(&self) -> impl Iterator<Item = &str> {
        self.matches.iter().map(|found| found.instruction)
    }
}

/// Decodes a word in hexadecimal digits.
///
/// # Errors
/// Where it is no word of the target.
pub fn decode_word<'a>(
    target: &'a TargetEncodings<'_>,
    hex: &'a str,
) -> Result<DecodedWord<'a>, AnalysisError> {
    let mut decoded = DecodedWord { word: hex, matches: Vec::new() };
    visit_matches(target, hex, |group, word, found| {
        let table = TargetEncodings::table(group);
        decoded.matches.push(of_match(target, table, word, found)?);
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(decoded)
}

/// The record of the first instruction that a word in hexadecimal digits can be: that of the first match of
/// [`decode_word`]. It takes a small part of the time, as nothing else is computed.
///
/// # Errors
/// Where it is no word of the target.
pub fn first_instruction<'s>(
    target: &TargetEncodings<'s>,
    hex: &str,
) -> Result<Option<Record<'s>>, AnalysisError> {
    let mut first = None;
    visit_matches(target, hex, |_, _, found| {
        first = Some(target.instruction(found.encoding));
        Ok(ControlFlow::Break(()))
    })?;
    Ok(first)
}

/// Calls `visit` with the encodings that a word can have, in the order in which a decoder tries them, until it breaks.
fn visit_matches(
    target: &TargetEncodings<'_>,
    hex: &str,
    mut visit: impl FnMut(&EncodingGroup, &BitPattern, &Match) -> Result<ControlFlow<()>, AnalysisError>,
) -> Result<(), AnalysisError> {
    let mut is_word = false;
    for (group, tree) in target.tried() {
        let Some(word) = BitPattern::of_hex(hex, group.width) else { continue };
        is_word = true;
        for found in matches(target.encodings(), group, tree, &word) {
            if target.is_available(found.encoding)? && visit(group, &word, &found)?.is_break() {
                return Ok(());
            }
        }
    }
    if !is_word {
        let message = format!("'{hex}' is no word of this target in hexadecimal digits");
        return Err(Diagnostic::error_anywhere(Code::UnknownName, message).into());
    }
    Ok(())
}

fn of_match<'a>(
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
        Some(FieldValue { name, label: field.label(), bit, field_bit, width, value })
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

/// Whether bits of a word differ from an encoding where they should not.
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

/// The number that the bits of an operand spell.
fn operand_value(word: &BitPattern, initial: u64, fields: &[EncodedField]) -> u64 {
    fields.iter().fold(initial, |value, field| {
        let range = BitRange { start: field.base, len: field.width };
        let bits = word.value(range).unwrap_or(0);
        value | bits.checked_shl(field.offset).unwrap_or(0)
    })
}
