//! The target's own instructions, and the text that sets their flags.

use tablewright_records::trace::Trace;
use tablewright_records::{AnalysisError, Record, RecordStore, RecordView, Value};
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_syntax::source::Span;
use tablewright_target::instructions::Instructions;
use tablewright_target::instructions::operands::{InstructionOperands, Operands};
use tablewright_target::record_views::instruction::InstructionRecord;

use super::source_of::FieldSource;

/// An instruction with its operands.
pub(super) struct OwnInstruction<'s> {
    pub(super) record: InstructionRecord<'s>,
    pub(super) operands: Operands<'s>,
}

/// Returns the target's own instructions, without generic instructions.
pub(super) fn own_instructions(
    store: &RecordStore,
) -> Result<Vec<OwnInstruction<'_>>, AnalysisError> {
    let diagnostics = &mut Diagnostics::new();
    let instructions: &Instructions = store.analysis(diagnostics)?;
    let operands: &InstructionOperands = store.analysis(diagnostics)?;
    let read = instructions.iter_own().map(|(id, record)| OwnInstruction {
        record: InstructionRecord::new(store.record(record)),
        operands: operands.for_instruction(id),
    });
    Ok(read.collect())
}

/// Whether an instruction's flag is set. An unset flag counts as false.
pub(super) fn is_set(instruction: Record<'_>, flag: &str) -> bool {
    let value = instruction.value(flag).ok().map(|value| instruction.store().value(value));
    matches!(value, Some(Value::Bit(true)))
}

/// Returns the span of the `let` that sets a field; without one, the record's position.
pub(super) fn let_span(trace: &Trace, record: Record<'_>, field: &str) -> Span {
    let set = FieldSource::for_field(record, field).and_then(|source| source.lets().next());
    set.map_or_else(|| record.pos().into(), |(id, _)| trace.let_site(id).span)
}
