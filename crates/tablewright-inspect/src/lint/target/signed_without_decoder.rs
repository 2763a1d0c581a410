//! Lint: signed numbers that the disassembler decodes as unsigned numbers.

use tablewright_records::{AnalysisError, RecordStore};
use tablewright_syntax::diagnostic::Code;

use super::check_target;
use super::encodings::fixed_encodings;
use super::groups::{Groups, draft};
use super::immediate_range::ImmediateRange;
use crate::lint::{Findings, Level, Lint, LintGroup, LintInput};

/// A signed number whose operand lacks a `DecoderMethod`. The printer may extend the sign, so the lint is off by default.
pub(in crate::lint) const LINT: Lint = Lint {
    code: Code::SignedWithoutDecoder,
    name: "signed-without-decoder",
    group: LintGroup::Target,
    default: Level::Allow,
    check: |input, findings| check_target(input, findings, check),
};

const DECODER_METHOD: &str = "DecoderMethod";

fn check(input: &LintInput<'_>, findings: &mut Findings) -> Result<(), AnalysisError> {
    let store = input.store;
    if !has_decoder(store) {
        return Ok(());
    }
    let mut groups = Groups::default();
    for encoding in fixed_encodings(store)? {
        if encoding.is_completed_by_code()? {
            continue;
        }
        for number in 0..encoding.operands.mi_operands().len() {
            let Some(record) = encoding.operands.mi_record(number) else { continue };
            let record = store.record(record);
            let Some(range) = ImmediateRange::from_record(record) else { continue };
            let is_decoded =
                record.string(DECODER_METHOD).map_or(true, |method| !method.is_empty());
            let Some((_, mask)) = encoding.encoded_bits(number) else { continue };
            if !range.is_signed || is_decoded || mask.count_ones() != range.bits {
                continue;
            }
            groups.add((record.pos().into(), record.name()), *encoding.instruction, || {
                let message = format!(
                    "'{}' is {}, and lacks a '{DECODER_METHOD}'",
                    record.name(),
                    range.text()
                );
                let mut diagnostic = draft(record.pos().into(), message);
                diagnostic
                    .note(None, "without a method, the disassembler reads an unsigned number");
                diagnostic
            });
        }
    }
    groups.report(store, findings);
    Ok(())
}

/// Whether the target has a disassembler: an operand has a method for it.
fn has_decoder(store: &RecordStore) -> bool {
    let operands = store.derived_if_defined("Operand");
    operands
        .iter()
        .any(|operand| operand.string(DECODER_METHOD).is_ok_and(|method| !method.is_empty()))
}
