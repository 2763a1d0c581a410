//! The encodings that the lints about encodings look at.

use tablewright_records::{AnalysisError, Record, RecordStore, RecordView, Value, ValueId};
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_syntax::source::Span;
use tablewright_syntax::symbol::Symbol;
use tablewright_target::hw_modes::HwModes;
use tablewright_target::instructions::Instructions;
use tablewright_target::instructions::encoding::{
    EncodingBit, EncodingBits, EncodingRecords, is_encoded,
};
use tablewright_target::instructions::operands::{InstructionOperands, Operands};
use tablewright_target::instructions::variable_encoding::is_variable;
use tablewright_target::record_views::encoding::InstructionEncodingRecord;
use tablewright_target::record_views::instruction::InstructionRecord;

use super::source_of::FieldSource;

/// The field that holds an encoding.
pub(super) const INST: &str = "Inst";

/// An encoding of fixed length.
pub(super) struct FixedEncoding<'s> {
    /// The instruction.
    pub(super) instruction: InstructionRecord<'s>,
    /// Its operands.
    pub(super) operands: Operands<'s>,
    /// The record that has the encoding: the instruction, or one for a hardware mode.
    pub(super) record: Record<'s>,
    /// The bits of the field, bit 0 first.
    pub(super) bits: Vec<EncodingBit>,
}

impl FixedEncoding<'_> {
    /// The fields that have bits in the encoding, each once, those with low bits first.
    pub(super) fn fields(&self) -> Vec<Symbol> {
        let mut fields = Vec::new();
        for bit in &self.bits {
            if let EncodingBit::Variable { field, .. } = *bit
                && !fields.contains(&field)
            {
                fields.push(field);
            }
        }
        fields
    }

    /// Whether code in C++ does part of the encoding: it decodes the operands, or makes the instruction and knows
    /// them, or encodes all of them.
    pub(super) fn is_completed_by_code(&self) -> Result<bool, AnalysisError> {
        let decoder = decoder_method(self.record)?;
        Ok(decoder.is_some()
            || self.instruction.is_code_gen_only()?
            || self.fields().is_empty() && !self.operands.list().is_empty())
    }
}

/// The method that decodes all operands, if there is one.
fn decoder_method(record: Record<'_>) -> Result<Option<&str>, AnalysisError> {
    let Some(encoding) = InstructionEncodingRecord::from_record(record) else { return Ok(None) };
    Ok(Some(encoding.decoder_method()?).filter(|method| !method.is_empty()))
}

/// The encodings of the target's own instructions that say something, in the order of the instructions. An instruction
/// all of whose bits are unset is encoded by C++ code, or not at all. There are none where the description has no
/// instructions, or invalid ones.
pub(super) fn fixed_encodings(
    store: &RecordStore,
) -> Result<Vec<FixedEncoding<'_>>, AnalysisError> {
    let diagnostics = &mut Diagnostics::new();
    let instructions: &Instructions = store.analysis(diagnostics)?;
    let operands: &InstructionOperands = store.analysis(diagnostics)?;
    let modes: &HwModes = store.analysis(diagnostics)?;
    let mut encodings = Vec::new();
    for (id, record) in instructions.iter() {
        if !instructions.own().contains(&id.index()) {
            continue;
        }
        let instruction = store.record(record);
        if !is_encoded(instruction)? {
            continue;
        }
        let records = match EncodingRecords::new(instruction, modes)? {
            EncodingRecords::Universal(record) => vec![record],
            EncodingRecords::ByMode(list) => list.into_iter().map(|(_, it)| it).collect(),
        };
        for record in records {
            if is_variable(record) || !record.has_field(INST) {
                continue;
            }
            let bits = EncodingBits::new(record, false)?;
            let bits: Vec<EncodingBit> = (0..bits.width()).map(|bit| bits.get(bit)).collect();
            if bits.iter().any(|&bit| bit != EncodingBit::Unset) {
                let instruction = InstructionRecord::new(instruction);
                encodings.push(FixedEncoding {
                    instruction,
                    operands: operands.for_instruction(id),
                    record,
                    bits,
                });
            }
        }
    }
    Ok(encodings)
}

/// The `let` that gave bits of an encoding another value which were bits of a field before, if there is one: of bit `bit`
/// of the field, or of any of its bits.
pub(super) fn overwriting(record: Record<'_>, field: Symbol, bit: Option<u32>) -> Option<Span> {
    let store = record.store();
    let trace = store.trace()?;
    let has_bits = |value| has_bits_of(store, value, field, bit);
    let mut lets = FieldSource::for_field(record, INST)?.lets();
    let (id, _) = lets.find(|(_, step)| {
        let before = step.previous.map(|previous| trace.step(previous).value);
        !has_bits(step.value) && before.is_some_and(has_bits)
    })?;
    Some(trace.let_site(id).span)
}

/// Whether a value of type `bits` has a bit of a field.
fn has_bits_of(store: &RecordStore, value: ValueId, field: Symbol, bit: Option<u32>) -> bool {
    let Value::Bits(row) = store.value(value) else { return false };
    row.iter().any(|value| {
        let value = store.value(value);
        let (of, number) =
            if let Value::VarBit { of, bit } = value { (store.value(of), bit) } else { (value, 0) };
        matches!(of, Value::Var { name, .. } if name == field)
            && bit.is_none_or(|bit| bit == number)
    })
}
