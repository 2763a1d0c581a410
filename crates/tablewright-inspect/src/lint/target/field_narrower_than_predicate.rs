//! Lint: encoded fields that are narrower than the numbers that the operand's condition accepts.

use tablewright_records::AnalysisError;
use tablewright_syntax::diagnostic::Code;

use super::check_target;
use super::encodings::fixed_encodings;
use super::groups::{Groups, draft};
use super::immediate_range::ImmediateRange;
use crate::lint::{Findings, Level, Lint, LintGroup, LintInput};

/// A number with fewer encoded bits than its condition accepts, for example five bits for `isUInt<6>(Imm)`.
pub(in crate::lint) const LINT: Lint = Lint {
    code: Code::FieldNarrowerThanPredicate,
    name: "field-narrower-than-predicate",
    group: LintGroup::Target,
    default: Level::Warn,
    check: |input, findings| check_target(input, findings, check),
};

fn check(input: &LintInput<'_>, findings: &mut Findings) -> Result<(), AnalysisError> {
    let store = input.store;
    let mut groups = Groups::default();
    for encoding in fixed_encodings(store)? {
        if encoding.is_completed_by_code()? || encoding.has_post_encoder()? {
            continue;
        }
        for number in 0..encoding.operands.mi_operands().len() {
            let Some(record) = encoding.operands.mi_record(number) else { continue };
            let record = store.record(record);
            let Some(range) = ImmediateRange::from_record(record) else { continue };
            let Some((name, mask)) = encoding.encoded_bits(number) else { continue };
            let bits = mask.count_ones();
            if bits >= range.bits {
                continue;
            }
            let span = encoding.operand_position(name);
            groups.add((span, store.str(name)), *encoding.instruction, || {
                let owner = encoding.instruction.name();
                let name = store.str(name);
                let message = format!(
                    "'{owner}' encodes {bits} bits of '${name}', which is {}",
                    range.text()
                );
                let mut diagnostic = draft(span, message);
                let message = format!("'{}' accepts this number", record.name());
                diagnostic.label(record.pos(), message);
                diagnostic.note(None, "the encoder drops the highest bits");
                diagnostic
            });
        }
    }
    groups.report(store, findings);
    Ok(())
}
