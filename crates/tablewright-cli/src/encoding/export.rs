//! Encodings as JSON.

use serde::Serialize;
use tablewright::backend::Failure;
use tablewright::target::decoding::bit_pattern::BitPattern;
use tablewright::target::decoding::encodings::EncodingId;

use super::target_encodings::TargetEncodings;

/// The version of the format. It changes when something is taken away or changes its meaning.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct Export<'s> {
    version: u32,
    encodings: Vec<Encoding<'s>>,
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
    bit: u32,
    field_bit: u32,
    width: u32,
}

pub(super) fn json(target: &TargetEncodings<'_>, shown: &[EncodingId]) -> Result<String, Failure> {
    let mut encodings = Vec::with_capacity(shown.len());
    for &id in shown {
        let written = &target.tables.encodings.encodings[id].written;
        let instruction = target.instruction(id);
        let fields = target.fields(id)?.into_iter().map(|field| Field {
            name: field.name,
            bit: field.run.inst_bit,
            field_bit: field.run.field_bit,
            width: field.run.len,
        });
        encodings.push(Encoding {
            instruction: instruction.name(),
            record: target.record(id).name(),
            table: target.group(id).map(TargetEncodings::table).unwrap_or_default(),
            width: written.width(),
            mask: mask(written).hex(),
            value: written.hex(),
            fields: fields.collect(),
            predicates: target.predicates(id)?,
            asm: instruction.optional_string("AsmString")?.unwrap_or_default(),
        });
    }
    let export = Export { version: VERSION, encodings };
    let mut text = serde_json::to_string(&export).expect("strings and numbers are valid JSON");
    text.push('\n');
    Ok(text)
}

/// The pattern whose values say which bits of `written` are known.
fn mask(written: &BitPattern) -> BitPattern {
    let mut mask = BitPattern::unknown(written.width());
    for bit in 0..written.width() {
        mask.set(bit, written.bit(bit).is_some());
    }
    mask
}
