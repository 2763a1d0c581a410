//! Encodings, as lints read them.

use tablewright_records::{
    Analysis, AnalysisError, Record, RecordId, RecordStore, RecordView, Value, ValueId,
};
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_syntax::source::Span;
use tablewright_syntax::symbol::Symbol;
use tablewright_target::hw_modes::HwModes;
use tablewright_target::instructions::encoding::{
    EncodingBit, EncodingBits, EncodingRecords, is_encoded,
};
use tablewright_target::instructions::operands::{InstructionOperands, Operands};
use tablewright_target::instructions::variable_encoding::is_variable;
use tablewright_target::instructions::{InstructionId, Instructions};
use tablewright_target::record_views::encoding::InstructionEncodingRecord;
use tablewright_target::record_views::instruction::InstructionRecord;

use super::source_of::FieldSource;

/// The name of the field with an instruction's encoding.
pub(super) const INST: &str = "Inst";

/// A fixed-length encoding.
pub(super) struct FixedEncoding<'s> {
    /// The instruction.
    pub(super) instruction: InstructionRecord<'s>,
    /// Its operands.
    pub(super) operands: Operands<'s>,
    /// The record with the field `Inst`: the instruction, or a record for a hardware mode.
    pub(super) record: Record<'s>,
    /// The field's bits, bit 0 first.
    pub(super) bits: &'s [EncodingBit],
}

impl FixedEncoding<'_> {
    /// Returns the fields that the encoding contains bits from, by their lowest bit, without duplicates.
    pub(super) fn fields(&self) -> Vec<Symbol> {
        let mut fields = Vec::new();
        for bit in self.bits {
            if let EncodingBit::Variable { field, .. } = *bit
                && !fields.contains(&field)
            {
                fields.push(field);
            }
        }
        fields
    }

    /// Returns the field that holds a machine operand, and a mask with its encoded bits. `None` if the operand is not
    /// encoded, or if an encoder method computes the bits.
    pub(super) fn encoded_bits(&self, number: usize) -> Option<(Symbol, u64)> {
        let store = self.record.store();
        let part = &self.operands.mi_operands()[number];
        let has_encoder = part.encoder_method.is_some_and(|method| !store.str(method).is_empty());
        if part.is_not_encoded || has_encoder {
            return None;
        }
        let mask_of = |name: Symbol| {
            self.bits.iter().fold(0, |mask: u64, &bit| match bit {
                EncodingBit::Variable { field, bit } if field == name && bit < u64::BITS => {
                    mask | 1 << bit
                }
                EncodingBit::Variable { .. } | EncodingBit::Fixed(_) | EncodingBit::Unset => mask,
            })
        };
        let masks = self.operand_names(number).map(|name| (name, mask_of(name)));
        masks.into_iter().find(|&(_, mask)| mask != 0)
    }

    /// Whether C++ code changes the encoding afterwards.
    pub(super) fn has_post_encoder(&self) -> Result<bool, AnalysisError> {
        let method = self.instruction.post_encoder_method()?;
        Ok(method.is_some_and(|method| !self.record.store().str(method).is_empty()))
    }

    /// Whether C++ code completes the encoding: it decodes all operands, encodes all operands, or is the only creator
    /// of the instruction.
    pub(super) fn is_completed_by_code(&self) -> Result<bool, AnalysisError> {
        let decoder = decoder_method(self.record)?;
        Ok(decoder.is_some()
            || self.instruction.is_code_gen_only()?
            || self.fields().is_empty() && !self.operands.list().is_empty())
    }
}

/// Returns the method that decodes all operands; `None` without one.
fn decoder_method(record: Record<'_>) -> Result<Option<&str>, AnalysisError> {
    let Some(encoding) = InstructionEncodingRecord::from_record(record) else { return Ok(None) };
    Ok(Some(encoding.decoder_method()?).filter(|method| !method.is_empty()))
}

/// A row of [`EncodingTable`].
struct EncodingRow {
    instruction: InstructionId,
    /// The record with the field `Inst`.
    record: RecordId,
    bits: Vec<EncodingBit>,
}

/// The rows for [`fixed_encodings`], which about ten lints read in one run.
struct EncodingTable(Vec<EncodingRow>);

impl Analysis for EncodingTable {
    fn build(
        store: &RecordStore,
        diagnostics: &mut Diagnostics,
    ) -> Result<EncodingTable, AnalysisError> {
        let instructions: &Instructions = store.analysis(diagnostics)?;
        let modes: &HwModes = store.analysis(diagnostics)?;
        let mut rows = Vec::new();
        for (id, record) in instructions.iter_own() {
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
                    rows.push(EncodingRow { instruction: id, record: record.id(), bits });
                }
            }
        }
        Ok(EncodingTable(rows))
    }
}

/// Returns the fixed-length encodings of the target's own instructions, in instruction order. Encodings without any set
/// or variable bit are omitted: C++ code encodes these instructions, if anything does.
pub(super) fn fixed_encodings(
    store: &RecordStore,
) -> Result<Vec<FixedEncoding<'_>>, AnalysisError> {
    let diagnostics = &mut Diagnostics::new();
    let instructions: &Instructions = store.analysis(diagnostics)?;
    let operands: &InstructionOperands = store.analysis(diagnostics)?;
    let table: &EncodingTable = store.analysis(diagnostics)?;
    let encodings = table.0.iter().map(|row| FixedEncoding {
        instruction: InstructionRecord::new(store.record(instructions.record(row.instruction))),
        operands: operands.for_instruction(row.instruction),
        record: store.record(row.record),
        bits: &row.bits,
    });
    Ok(encodings.collect())
}

/// Returns the `let` that overwrote a field's bits in the encoding with other values; `None` if there is none. If `bit`
/// is `None`, any bit of the field counts.
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

/// Whether a value of type `bits` contains a bit of a field. If `bit` is `None`, any bit counts.
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
