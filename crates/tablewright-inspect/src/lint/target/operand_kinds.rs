//! Lint: registers for operands that need a number, and numbers for operands that need a register.

use tablewright_records::{AnalysisError, RecordStore, Value};
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::source::Span;

use super::check_target;
use super::groups::{Groups, draft};
use super::results::{Argument, OperandContent, ResultInstruction, ResultReader};
use crate::lint::{Findings, Level, Lint, LintGroup, LintInput};

/// A register for an operand that needs a number, or the reverse, in a pattern result.
pub(in crate::lint) const LINT: Lint = Lint {
    code: Code::OperandKind,
    name: "operand-kind",
    group: LintGroup::Target,
    default: Level::Warn,
    check: |input, findings| check_target(input, findings, check),
};

fn check(input: &LintInput<'_>, findings: &mut Findings) -> Result<(), AnalysisError> {
    let store = input.store;
    let mut groups = Groups::default();
    ResultReader::new(store)?.read(|result| {
        let wrong: Vec<&Argument<'_>> = result
            .operands
            .iter()
            .filter(|argument| argument.given.contradicts(argument.expected))
            .collect();
        if let [one, other] = wrong[..]
            && one.given != other.given
            && !one.given.contradicts(other.expected)
            && !other.given.contradicts(one.expected)
        {
            // The lint `swapped-operands` reports these.
            return;
        }
        for argument in wrong {
            report(store, &result, argument, &mut groups);
        }
    })?;
    groups.report(store, findings);
    Ok(())
}

fn report(
    store: &RecordStore,
    result: &ResultInstruction<'_>,
    argument: &Argument<'_>,
    groups: &mut Groups,
) {
    let span: Span = result.position(argument.arg);
    let operand = store.str(argument.operand);
    let kind = format!("{} {operand}", result.instruction.name());
    groups.add((span, &kind), result.pattern, || {
        let given = given_text(store, argument);
        let class = store.record(argument.expected_record);
        let name = result.instruction.name();
        let expected = match argument.expected {
            OperandContent::Immediate => "a number",
            OperandContent::Class(_) | OperandContent::Register(_) | OperandContent::Anything => {
                "a register"
            }
        };
        let message =
            format!("{given} stands for the operand '${operand}' of '{name}', which is {expected}");
        let mut diagnostic = draft(span, message);
        diagnostic.label(class.pos(), format!("'{}' is the class of the operand", class.name()));
        diagnostic.note(
            None,
            "types alone decide whether a pattern is valid, so the instruction is selected with this operand; \
             the machine verifier rejects it, or the encoder writes another instruction",
        );
        diagnostic
    });
}

/// Describes an argument in words.
pub(super) fn given_text(store: &RecordStore, argument: &Argument<'_>) -> String {
    let name = argument.arg.name.map(|name| format!("'${}', ", store.str(name)));
    let name = name.as_deref().unwrap_or_default();
    match (argument.given, store.value(argument.arg.value)) {
        (OperandContent::Class(class), _) => {
            format!("{name}a register of '{}',", store.record(class).name())
                .trim_end_matches(if name.is_empty() { "," } else { "" })
                .to_owned()
        }
        (OperandContent::Register(register), _) => {
            format!("the register '{}'", store.record(register).name())
        }
        (_, Value::Int(number)) => format!("the number {number}"),
        _ if name.is_empty() => "a number".to_owned(),
        _ => format!("{name}a number,"),
    }
}
