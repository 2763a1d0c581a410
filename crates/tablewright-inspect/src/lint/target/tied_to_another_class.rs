//! Lint: tied operands from different register classes.

use tablewright_records::AnalysisError;
use tablewright_syntax::diagnostic::{Code, Diagnostics};
use tablewright_target::instructions::operands::OperandConstraint;
use tablewright_target::registers::DescribedClasses;

use super::check_target;
use super::groups::{Groups, draft};
use super::operand_fields::register_class;
use super::own::{let_span, own_instructions};
use crate::lint::{Findings, Level, Lint, LintGroup, LintInput};

/// Two tied operands, although a class has registers that the other class lacks.
pub(in crate::lint) const LINT: Lint = Lint {
    code: Code::TiedToAnotherClass,
    name: "tied-to-another-class",
    group: LintGroup::Target,
    default: Level::Warn,
    check: |input, findings| check_target(input, findings, check),
};

fn check(input: &LintInput<'_>, findings: &mut Findings) -> Result<(), AnalysisError> {
    let store = input.store;
    let classes: &DescribedClasses = store.analysis(&mut Diagnostics::new())?;
    let mut groups = Groups::default();
    for instruction in own_instructions(store)? {
        let operands = instruction.operands;
        for (number, part) in operands.mi_operands().iter().enumerate() {
            let OperandConstraint::TiedTo(output) = part.constraint else { continue };
            let class = |number| register_class(store, operands, classes, number);
            let (Some(input_class), Some(output_class)) = (class(number), class(output as usize))
            else {
                continue;
            };
            if input_class.members == output_class.members {
                continue;
            }
            let record = *instruction.record;
            let span = let_span(input.trace, record, "Constraints");
            groups.add((span, ""), record, || {
                let name = |number: usize| {
                    let operand = operands.mi_operands()[number].operand as usize;
                    store.str(operands.list()[operand].name)
                };
                let [of_input, of_output] =
                    [input_class, output_class].map(|class| store.record(class.record).name());
                let message = format!(
                    "'${}' of '{}' is in '{of_input}', and it is tied to '${}' in '{of_output}'",
                    name(number),
                    record.name(),
                    name(output as usize)
                );
                let mut diagnostic = draft(span, message);
                diagnostic.note(
                    None,
                    "tied operands are the same register, so only registers of both classes are possible",
                );
                diagnostic
            });
        }
    }
    groups.report(store, findings);
    Ok(())
}
