//! Lint: register inputs without any use, although an output in the same register class has bits. Usually a constraint
//! that ties both is missing.

use tablewright_records::AnalysisError;
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};
use tablewright_syntax::source::Span;
use tablewright_target::instructions::operands::OperandConstraint;
use tablewright_target::registers::DescribedClasses;

use super::check_target;
use super::encodings::{FixedEncoding, fixed_encodings};
use super::groups::{Groups, draft};
use super::operand_fields::names_operand;
use crate::lint::{Findings, Level, Lint, LintGroup, LintInput};

/// Maximum number of texts that may omit inputs with the same name. If there are more, C++ code is assumed to handle
/// them.
const HABIT: usize = 2;

/// A register input without bits, constraint or place in the assembly, although an output in its class has bits.
pub(in crate::lint) const LINT: Lint = Lint {
    code: Code::MissingConstraint,
    name: "missing-constraint",
    group: LintGroup::Target,
    default: Level::Warn,
    check: |input, findings| {
        check_target(input, findings, |input, findings| check_untied(input, findings, Side::Input))
    },
};

/// The operands that lack bits and a place in the assembly.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Input,
    Output,
}

/// Reports registers without any use on one side, if an operand with the same class on the other side has bits.
pub(super) fn check_untied(
    input: &LintInput<'_>,
    findings: &mut Findings,
    side: Side,
) -> Result<(), AnalysisError> {
    let store = input.store;
    let classes: &DescribedClasses = store.analysis(&mut Diagnostics::new())?;
    let mut groups = Groups::default();
    for encoding in fixed_encodings(store)? {
        if encoding.is_completed_by_code()? {
            continue;
        }
        let assembly = encoding.instruction.asm_string()?;
        for (hidden, shown) in untied_pairs(&encoding, classes, side) {
            let is_written = |name| names_operand(assembly, store.str(name));
            let names = || encoding.operand_names(hidden);
            if names().any(|name| is_written(name) || encoding.has_value(name)) {
                continue;
            }
            if let (Some(name), Some(shown)) =
                (names().last(), encoding.operand_names(shown).last())
            {
                let span = encoding.operand_position(name);
                let (name, shown) = (store.str(name), store.str(shown));
                groups.add((span, name), *encoding.instruction, || {
                    diagnostic(&encoding, (name, shown), side, span)
                });
            }
        }
    }
    groups.drop_frequent_names(HABIT);
    groups.report(store, findings);
    Ok(())
}

/// Returns pairs of operands on both sides. The first is a register on `side` without bits and without a constraint;
/// the second is the first in its class on the other side with bits. Classes with a single register are skipped.
fn untied_pairs(
    encoding: &FixedEncoding<'_>,
    classes: &DescribedClasses,
    side: Side,
) -> Vec<(usize, usize)> {
    let fields = encoding.fields();
    let parts = encoding.operands.mi_operands();
    let definitions = encoding.operands.def_count();
    let inputs = encoding.operands.list().get(definitions..).unwrap_or_default();
    let first_input = inputs.first().map_or(parts.len(), |operand| operand.mi_operand as usize);
    let (hidden, shown) = match side {
        Side::Input => (first_input..parts.len(), 0..first_input),
        Side::Output => (0..first_input, first_input..parts.len()),
    };
    let is_free = |number: usize| {
        parts[number].constraint == OperandConstraint::None && !encoding.is_tied_to_any(number)
    };
    let is_register = |number: usize| {
        let class = encoding.register_class(classes, number);
        !encoding.is_decided_by_code(number) && class.is_some_and(|it| it.members.len() > 1)
    };
    let mut found = Vec::new();
    for number in hidden {
        if encoding.has_bits(&fields, number) || !is_free(number) || !is_register(number) {
            continue;
        }
        let record = encoding.operands.mi_record(number);
        let other = shown.clone().find(|&other| {
            encoding.operands.mi_record(other) == record
                && is_free(other)
                && encoding.has_bits(&fields, other)
        });
        found.extend(other.map(|other| (number, other)));
    }
    found
}

fn diagnostic(
    encoding: &FixedEncoding<'_>,
    (name, shown): (&str, &str),
    side: Side,
    span: Span,
) -> Diagnostic {
    let owner = encoding.instruction.name();
    let (noun, output, input) = match side {
        Side::Input => ("input", shown, name),
        Side::Output => ("output", name, shown),
    };
    let message =
        format!("the {noun} '${name}' of '{owner}' is neither in its encoding nor in its assembly");
    let mut diagnostic = draft(span, message);
    diagnostic.note(
        None,
        format!(
            "if both are the register that '{owner}' changes in place, write \
             `let Constraints = \"${output} = ${input}\";`; the register allocator may choose two registers now"
        ),
    );
    diagnostic
}
