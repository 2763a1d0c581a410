//! Decoded words: the instructions that a word can be, with their operands.
//!
//! The text and the JSON say the same of a [`DecodedWord`].

use serde::Serialize;
use tablewright::TextSink;
use tablewright::backend::Failure;
use tablewright::syntax::diagnostic::{Code, Diagnostic};
use tablewright::target::decoding::bit_pattern::{BitPattern, BitRange};
use tablewright::target::decoding::decode::{Match, matches};
use tablewright::target::decoding::encodings::EncodingId;
use tablewright::target::decoding::operand_decoder::{DecoderStep, EncodedField};

use super::target_encodings::TargetEncodings;

/// A word and the instructions that it can be, in the order in which a decoder tries them.
#[derive(Serialize)]
pub(super) struct DecodedWord<'a> {
    /// As the user wrote it.
    pub(super) word: &'a str,
    matches: Vec<DecodedMatch<'a>>,
}

impl DecodedWord<'_> {
    /// The names of the instructions.
    pub(super) fn names(&self) -> Vec<&str> {
        self.matches.iter().map(|found| found.instruction).collect()
    }
}

/// An instruction that a word can be.
#[derive(Serialize)]
struct DecodedMatch<'a> {
    instruction: &'a str,
    /// The record that has the fields.
    record: &'a str,
    /// The name of the encoding, by which the text calls it.
    #[serde(skip)]
    name: String,
    table: String,
    predicates: Vec<&'a str>,
    /// Whether no bits tell the encoding from others, so that a decoder does not find it.
    conflicting: bool,
    /// Whether bits differ from what is written that may, but should not.
    soft_fail: bool,
    /// The bits that are tested, and their values.
    path: Vec<BitTest>,
    fields: Vec<FieldValue<'a>>,
    operands: Vec<OperandValue<'a>>,
}

/// Bits that are tested: the lowest, how many, and their value.
#[derive(Serialize)]
struct BitTest {
    bit: u32,
    width: u32,
    value: u64,
}

/// Bits of a field: the lowest bit of the word and of the field, how many, and their value.
#[derive(Serialize)]
struct FieldValue<'a> {
    name: &'a str,
    /// The name with the bits, if they are not all of the field.
    #[serde(skip)]
    label: String,
    bit: u32,
    field_bit: u32,
    width: u32,
    value: u64,
}

/// A call of a method that makes operands, or an operand without one.
#[derive(Serialize)]
struct OperandValue<'a> {
    method: Option<&'a str>,
    /// The number that the operand's bits spell; `None` for a method that is given the word.
    value: Option<u64>,
    /// Whether a word that the method refuses is of no other encoding.
    complete: bool,
    /// Whether the method is given the word.
    #[serde(skip)]
    takes_word: bool,
}

impl DecodedWord<'_> {
    /// The names of the instructions, that which a decoder finds first.
    pub(super) fn instructions(&self) -> Vec<String> {
        self.matches.iter().map(|found| found.instruction.to_owned()).collect()
    }
}

/// Decodes a word in hexadecimal digits.
///
/// # Errors
/// Where it is no word of the target.
pub(super) fn decode<'a>(
    target: &'a TargetEncodings<'_>,
    hex: &'a str,
) -> Result<DecodedWord<'a>, Failure> {
    let mut decoded = DecodedWord { word: hex, matches: Vec::new() };
    let mut is_word = false;
    for (group, tree) in target.tried() {
        let Some(word) = BitPattern::of_hex(hex, group.width) else { continue };
        is_word = true;
        for found in matches(&target.tables.encodings, group, tree, &word) {
            if target.is_available(found.encoding)? {
                let table = TargetEncodings::table(group);
                decoded.matches.push(of_match(target, table, &word, &found)?);
            }
        }
    }
    if !is_word {
        let message = format!("'{hex}' is no word of this target in hexadecimal digits");
        return Err(Diagnostic::error_anywhere(Code::UnknownName, message).into());
    }
    Ok(decoded)
}

fn of_match<'a>(
    target: &'a TargetEncodings<'_>,
    table: String,
    word: &BitPattern,
    found: &Match,
) -> Result<DecodedMatch<'a>, Failure> {
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
    let masks = target.tables.encodings.encodings[encoding].soft_fail;
    let Some((masks, word)) = masks.zip(word.value(range)) else { return false };
    word & masks.positive != 0 || !word & masks.negative != 0
}

fn operands<'a>(
    target: &'a TargetEncodings<'_>,
    encoding: EncodingId,
    word: &BitPattern,
) -> Vec<OperandValue<'a>> {
    let encodings = &target.tables.encodings;
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

/// What is printed of a word.
pub(super) fn text(decoded: &DecodedWord<'_>) -> String {
    let mut text = format!("{}\n", decoded.word);
    for found in &decoded.matches {
        append_match(found, &mut text);
    }
    if decoded.matches.is_empty() {
        text.push_str("  no instruction\n");
    }
    text
}

fn append_match(found: &DecodedMatch<'_>, text: &mut String) {
    write!(text, "  {}  {}", found.name, found.table);
    if !found.predicates.is_empty() {
        write!(text, "  needs {}", found.predicates.join(", "));
    }
    text.push_str(if found.soft_fail { "  fails softly" } else { "" });
    text.push_str(if found.conflicting { "  in conflict with others\n" } else { "\n" });
    let test = |test: &BitTest| format!("{} is {}", bits(test.bit, test.width), test.value);
    let tests: Vec<String> = found.path.iter().map(test).collect();
    if !tests.is_empty() {
        writeln!(text, "    path      {}", tests.join(", "));
    }
    for FieldValue { label, bit, width, value, .. } in &found.fields {
        writeln!(text, "    {label:9} {value} from {}", bits(*bit, *width));
    }
    for operand in &found.operands {
        match (operand.method, operand.value) {
            (Some(method), Some(value)) => writeln!(text, "    operand   {method}({value})"),
            (Some(method), None) if operand.takes_word => {
                writeln!(text, "    operands  {method}(word)");
            }
            (Some(method), None) => writeln!(text, "    operand   {method}()"),
            (None, value) => writeln!(text, "    operand   {}", value.unwrap_or_default()),
        }
    }
}

fn bits(low: u32, width: u32) -> String {
    match width {
        1 => format!("Inst{{{low}}}"),
        width => format!("Inst{{{}-{low}}}", low + width - 1),
    }
}
