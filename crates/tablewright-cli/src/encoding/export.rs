//! Encodings, decoded words and conflicts as JSON.

use serde::Serialize;
use tablewright::RecordView;
use tablewright::backend::Failure;
use tablewright::target::decoding::bit_pattern::BitPattern;
use tablewright::target::decoding::encodings::EncodingId;
use tablewright::target::record_views::instruction::InstructionRecord;

use super::EncodingInspection;
use super::conflicts::{self, ConflictSet};
use super::target_encodings::TargetEncodings;
use super::words::{self, DecodedWord};

/// The version of the format. It changes when something is taken away or changes its meaning.
pub(super) const VERSION: u32 = 1;

/// What was asked for; a key is left out if it was not.
#[derive(Serialize)]
struct Export<'a> {
    version: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    encodings: Option<Vec<Encoding<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<Vec<DecodedWord<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    conflicts: Option<Vec<ConflictSet<'a>>>,
}

#[derive(Serialize)]
struct Encoding<'s> {
    instruction: &'s str,
    /// The record that has the fields.
    record: &'s str,
    table: String,
    /// How many bits it has.
    width: u32,
    /// The bits that are known, and their values, in hexadecimal digits.
    mask: String,
    value: String,
    fields: Vec<Field<'s>>,
    predicates: Vec<&'s str>,
    asm: &'s str,
}

/// Bits of a field: where the lowest of them is in the word and in the field, and how many.
#[derive(Serialize)]
struct Field<'s> {
    name: &'s str,
    /// The record that says what the operand of that name is.
    class: Option<&'s str>,
    bit: u32,
    field_bit: u32,
    width: u32,
}

/// The encodings to show, if any are, and what else was asked for.
pub(super) fn json(
    target: &TargetEncodings<'_>,
    asked: &EncodingInspection,
    shown: Option<&[EncodingId]>,
) -> Result<String, Failure> {
    let encodings = shown.map(|shown| shown.iter().map(|&id| encoding(target, id)).collect());
    let words = asked.words.as_deref();
    let words = words.map(|words| words.iter().map(|hex| words::decode(target, hex)).collect());
    let conflicts = asked.has_conflicts.then(|| conflicts::collect(target));
    Ok(line(&Export {
        version: VERSION,
        encodings: encodings.transpose()?,
        words: words.transpose()?,
        conflicts: conflicts.transpose()?,
    }))
}

/// A value as a line of JSON.
pub(super) fn line(value: &impl Serialize) -> String {
    let mut text = serde_json::to_string(value).expect("strings and numbers are valid JSON");
    text.push('\n');
    text
}

fn encoding<'a>(target: &TargetEncodings<'a>, id: EncodingId) -> Result<Encoding<'a>, Failure> {
    let written = &target.tables.encodings.encodings[id].written;
    let instruction = target.instruction(id);
    let fields = target.fields(id)?.into_iter().map(|field| Field {
        name: field.name,
        class: target.operand_class(id, field.name),
        bit: field.run.inst_bit,
        field_bit: field.run.field_bit,
        width: field.run.len,
    });
    Ok(Encoding {
        instruction: instruction.name(),
        record: target.record(id).name(),
        table: target.group(id).map(TargetEncodings::table).unwrap_or_default(),
        width: written.width(),
        mask: mask(written).hex(),
        value: written.hex(),
        fields: fields.collect(),
        predicates: target.predicates(id)?,
        asm: InstructionRecord::new(instruction).asm_string()?,
    })
}

/// The pattern whose values say which bits of `written` are known.
fn mask(written: &BitPattern) -> BitPattern {
    let mut mask = BitPattern::unknown(written.width());
    for bit in 0..written.width() {
        mask.set(bit, written.bit(bit).is_some());
    }
    mask
}
