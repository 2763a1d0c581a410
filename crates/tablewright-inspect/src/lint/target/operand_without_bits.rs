//! Lint: operands without bits in the encoding.

use rustc_hash::FxHashSet;
use tablewright_records::{AnalysisError, RecordId};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};
use tablewright_syntax::source::Span;
use tablewright_syntax::symbol::Symbol;
use tablewright_target::registers::DescribedClasses;

use super::check_target;
use super::encodings::{FixedEncoding, INST, fixed_encodings, overwriting};
use super::groups::{Groups, draft};
use super::operand_fields::names_operand;
use super::source_of::FieldSource;
use crate::lint::{Findings, Level, Lint, LintGroup, LintInput};

/// Maximum number of texts that may omit bits for operands with the same name. If there are more, C++ code is assumed
/// to encode them, even if most instructions have such bits. A share would not work: AMDGPU's `$cpol` lacks bits in 30
/// of 21,354 encodings, all for old processors.
const HABIT: usize = 2;

/// An operand without bits in the encoding.
pub(in crate::lint) const LINT: Lint = Lint {
    code: Code::OperandWithoutBits,
    name: "operand-without-bits",
    group: LintGroup::Target,
    default: Level::Warn,
    check: |input, findings| check_target(input, findings, check),
};

fn check(input: &LintInput<'_>, findings: &mut Findings) -> Result<(), AnalysisError> {
    let store = input.store;
    let classes: &DescribedClasses = store.analysis(&mut Diagnostics::new())?;
    let mut encodings = Vec::new();
    for encoding in fixed_encodings(store)? {
        if !encoding.is_completed_by_code()? {
            encodings.push((encoding.fields(), encoding));
        }
    }
    let mut encoded = FxHashSet::default();
    for (fields, encoding) in &encodings {
        let numbers = 0..encoding.operands.mi_operands().len();
        let with_bits = numbers.filter(|&number| encoding.has_bits(fields, number));
        encoded.extend(with_bits.filter_map(|number| encoding.operands.mi_record(number)));
    }
    let mut groups = Groups::default();
    for (fields, encoding) in &encodings {
        let assembly = encoding.instruction.asm_string()?;
        for number in 0..encoding.operands.mi_operands().len() {
            if is_without_bits(encoding, fields, number)
                && is_variable(classes, &encoded, (fields, encoding), number)
                && let Some(name) = encoding.operand_names(number).last()
                && names_operand(assembly, store.str(name))
            {
                let span = encoding.operand_position(name);
                groups.add((span, store.str(name)), *encoding.instruction, || {
                    diagnostic(encoding, fields, name, span)
                });
            }
        }
    }
    groups.drop_frequent_names(HABIT);
    groups.report(store, findings);
    Ok(())
}

/// Whether a machine operand and the operands tied to it lack bits, and the record does not mark or set it as
/// unencoded.
fn is_without_bits(encoding: &FixedEncoding<'_>, fields: &[Symbol], number: usize) -> bool {
    let parts = encoding.operands.mi_operands();
    let is_tied_to_bits =
        |other| encoding.is_tied(number, other) && encoding.has_bits(fields, other);
    !parts[number].is_not_encoded
        && !encoding.has_bits(fields, number)
        && !(0..parts.len()).any(is_tied_to_bits)
        && !encoding.operand_names(number).any(|name| encoding.has_value(name))
}

/// Whether a machine operand can have several values that only its bits can distinguish.
///
/// Conditions and optional outputs are often added by C++ code. A class with a single register needs no bits. A number
/// counts only if the record has a field for it: an index may always be 0, or follow from other operands.
fn is_variable(
    classes: &DescribedClasses,
    encoded: &FxHashSet<RecordId>,
    (fields, encoding): (&[Symbol], &FixedEncoding<'_>),
    number: usize,
) -> bool {
    if encoding.is_decided_by_code(number) {
        return false;
    }
    let Some(record) = encoding.operands.mi_record(number) else { return false };
    match encoding.register_class(classes, number) {
        Some(class) => class.members.len() > 1,
        None => {
            let is_declared = |name| encoding.record.slot_of(name).is_some();
            encoded.contains(&record)
                && (encoding.operand_names(number).any(is_declared)
                    || fields.iter().any(|&field| !encoding.is_operand(field)))
        }
    }
}

fn diagnostic(
    encoding: &FixedEncoding<'_>,
    fields: &[Symbol],
    name: Symbol,
    span: Span,
) -> Diagnostic {
    let store = encoding.record.store();
    let (symbol, owner, name) = (name, encoding.instruction.name(), store.str(name));
    let message = format!("the operand '${name}' of '{owner}' lacks bits in the encoding");
    let mut diagnostic = draft(span, message);
    let source = FieldSource::for_field(encoding.record, INST);
    if let Some(by) = overwriting(encoding.record, symbol, None) {
        let message = format!("this sets the bits of '{INST}' that were '{name}' before");
        diagnostic.label(by, message);
    } else {
        // A field that is not an operand may be the operand under another name.
        if let Some(other) = fields.iter().find(|field| !encoding.is_operand(**field)) {
            let other = store.str(*other);
            let at = source.and_then(|source| source.word(other));
            let message = format!("'{other}' has bits in '{INST}', but is not an operand");
            match at {
                Some(at) => diagnostic.label(at, message),
                None => diagnostic.note(None, message),
            };
        }
    }
    diagnostic.note(
        None,
        format!(
            "the encoding is the same whatever '${name}' is, and a disassembler cannot tell what it was"
        ),
    );
    diagnostic
}
