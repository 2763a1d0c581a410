//! Lint: operands in a pattern result that fit only in the opposite order.

use tablewright_records::{AnalysisError, RecordStore};
use tablewright_syntax::diagnostic::{Code, Diagnostics};
use tablewright_target::registers::{DescribedClasses, Registers};

use super::check_target;
use super::groups::{Groups, draft};
use super::results::{Argument, OperandContent, ResultInstruction, ResultReader};
use crate::lint::{Findings, Level, Lint, LintGroup, LintInput};

/// Operands that fit only in the opposite order.
pub(in crate::lint) const LINT: Lint = Lint {
    code: Code::SwappedOperands,
    name: "swapped-operands",
    group: LintGroup::Target,
    default: Level::Warn,
    check: |input, findings| check_target(input, findings, check),
};

fn check(input: &LintInput<'_>, findings: &mut Findings) -> Result<(), AnalysisError> {
    let store = input.store;
    let fitting = Fitting::new(store)?;
    let mut groups = Groups::default();
    ResultReader::new(store)?.read(|result| {
        let unfit: Vec<&Argument<'_>> = result
            .operands
            .iter()
            .filter(|argument| fitting.fits(argument.given, argument.expected) == Some(false))
            .collect();
        for (index, one) in unfit.iter().enumerate() {
            let partner = unfit[index + 1..].iter().find(|other| {
                fitting.fits(one.given, other.expected) == Some(true)
                    && fitting.fits(other.given, one.expected) == Some(true)
            });
            if let Some(other) = partner {
                report(store, &result, (one, other), &mut groups);
                return;
            }
        }
    })?;
    groups.report(store, findings);
    Ok(())
}

fn report(
    store: &RecordStore,
    result: &ResultInstruction<'_>,
    (one, other): (&Argument<'_>, &Argument<'_>),
    groups: &mut Groups,
) {
    let span = result.position(one.arg);
    groups.add((span, result.instruction.name()), result.pattern, || {
        let name = result.instruction.name();
        let [first, second] = [one, other].map(|argument| store.str(argument.operand));
        let message =
            format!("the operands '${first}' and '${second}' of '{name}' are swapped");
        let mut diagnostic = draft(span, message);
        let second_span = result.position(other.arg);
        if second_span != span {
            diagnostic.label(second_span, format!("this fits '${first}'"));
        }
        diagnostic.label(span, format!("this fits '${second}', and not '${first}'"));
        diagnostic.note(
            None,
            "both values have types that the operands accept, so the pattern is valid; the operands have the order \
             of the instruction's `(ins …)`",
        );
        diagnostic
    });
}

/// Decides whether a value fits an operand.
struct Fitting<'s> {
    registers: &'s Registers,
    classes: &'s DescribedClasses,
}

impl<'s> Fitting<'s> {
    fn new(store: &'s RecordStore) -> Result<Fitting<'s>, AnalysisError> {
        let diagnostics = &mut Diagnostics::new();
        Ok(Fitting {
            registers: store.analysis(diagnostics)?,
            classes: store.analysis(diagnostics)?,
        })
    }

    /// Whether a value fits an operand; `None` if the text does not determine this.
    fn fits(&self, given: OperandContent, expected: OperandContent) -> Option<bool> {
        use OperandContent as C;
        match (given, expected) {
            (C::Anything, _) | (_, C::Anything | C::Register(_)) => None,
            (C::Immediate, C::Immediate) => Some(true),
            (C::Class(_) | C::Register(_), C::Immediate) | (C::Immediate, C::Class(_)) => {
                Some(false)
            }
            (C::Class(given), C::Class(expected)) => {
                let given = self.classes.for_record(given)?;
                let expected = self.classes.for_record(expected)?;
                Some(given.members.intersects(&expected.members))
            }
            (C::Register(register), C::Class(expected)) => {
                let register = self.registers.for_record(register)?;
                Some(self.classes.for_record(expected)?.members.contains(register))
            }
        }
    }
}
