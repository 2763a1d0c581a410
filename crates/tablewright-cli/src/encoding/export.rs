//! Encodings, decoded words and conflicts as data.

use serde::Serialize;
use tablewright_backend::Failure;
use tablewright_inspect::encoding::{DecodedWord, TargetEncodings, decode_word};
use tablewright_records::RecordView;
use tablewright_target::decoding::bit_pattern::BitPattern;
use tablewright_target::decoding::encodings::EncodingId;
use tablewright_target::record_views::instruction::InstructionRecord;

use super::conflicts::{self, ConflictSet};
use super::report::{CONFLICTS, ENCODINGS, EncodingReport, EncodingRow, WORDS};
use crate::report::ListRow;

/// A row in a list.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum EncodingItem<'a> {
    Encoding(ExportEncoding<'a>),
    Word(DecodedWord<'a>),
    Conflict(ConflictSet<'a>),
}

impl ListRow for EncodingItem<'_> {
    fn list(&self) -> &'static str {
        match self {
            EncodingItem::Encoding(_) => ENCODINGS,
            EncodingItem::Word(_) => WORDS,
            EncodingItem::Conflict(_) => CONFLICTS,
        }
    }
}

impl EncodingRow for EncodingItem<'_> {
    fn cells(&self) -> [String; 5] {
        let no = String::new;
        match self {
            EncodingItem::Encoding(it) => [
                no(),
                it.instruction.to_owned(),
                it.table.clone(),
                format!("{} mask {}", it.value, it.mask),
                it.predicates.join(", "),
            ],
            EncodingItem::Word(it) => [
                it.word.to_owned(),
                it.instructions().collect::<Vec<_>>().join(", "),
                no(),
                no(),
                no(),
            ],
            EncodingItem::Conflict(it) => {
                [no(), it.names().join(", "), it.table.clone(), no(), no()]
            }
        }
    }
}

/// An instruction encoding.
#[derive(Serialize)]
pub(super) struct ExportEncoding<'s> {
    instruction: &'s str,
    /// Name of the record that contains the fields.
    record: &'s str,
    table: String,
    /// Width in bits.
    width: u32,
    /// Known bits and their values, in hexadecimal digits.
    mask: String,
    value: String,
    fields: Vec<ExportField<'s>>,
    predicates: Vec<&'s str>,
    asm: &'s str,
}

/// A range of field bits: its lowest bit in the word and in the field, and its width.
#[derive(Serialize)]
struct ExportField<'s> {
    name: &'s str,
    /// Name of the record that defines the operand type.
    class: Option<&'s str>,
    bit: u32,
    field_bit: u32,
    width: u32,
}

/// The requested lists.
pub(super) struct Lists<'a> {
    pub(super) encodings: Option<&'a [EncodingId]>,
    /// Words to decode, in hexadecimal digits.
    pub(super) words: Option<&'a [String]>,
    pub(super) has_conflicts: bool,
}

/// Builds the requested lists.
pub(super) fn report<'a>(
    target: &'a TargetEncodings<'_>,
    asked: &Lists<'a>,
) -> Result<EncodingReport<EncodingItem<'a>>, Failure> {
    let mut report = EncodingReport::new([
        asked.encodings.is_some().then_some(ENCODINGS),
        asked.words.is_some().then_some(WORDS),
        asked.has_conflicts.then_some(CONFLICTS),
    ]);
    for &id in asked.encodings.unwrap_or_default() {
        report.push(EncodingItem::Encoding(encoding(target, id)?));
    }
    for hex in asked.words.unwrap_or_default() {
        report.push(EncodingItem::Word(decode_word(target, hex)?));
    }
    if asked.has_conflicts {
        for conflict in conflicts::collect(target)? {
            report.push(EncodingItem::Conflict(conflict));
        }
    }
    Ok(report)
}

fn encoding<'a>(
    target: &TargetEncodings<'a>,
    id: EncodingId,
) -> Result<ExportEncoding<'a>, Failure> {
    let written = &target.encodings().encodings[id].written;
    let instruction = target.instruction(id);
    let fields = target.fields(id)?.into_iter().map(|field| ExportField {
        name: field.name,
        class: target.operand_class(id, field.name),
        bit: field.run.inst_bit,
        field_bit: field.run.field_bit,
        width: field.run.len,
    });
    Ok(ExportEncoding {
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

/// Returns a pattern with a one for each known bit in `written`.
fn mask(written: &BitPattern) -> BitPattern {
    let mut mask = BitPattern::unknown(written.width());
    for bit in 0..written.width() {
        mask.set(bit, written.bit(bit).is_some());
    }
    mask
}
