//! Operands that nothing sets.

use tablewright_inspect::lint::{Findings, Level, Lint, LintGroup, LintInput};
use tablewright_syntax::diagnostic::Code;

use super::checked_operations;
use tablewright_mlir::model::Operation;
use tablewright_mlir::model::operation::{OperationBuilder, OperationSyntax, OperationValue};

/// An operand that no format reads and no builder sets: the operation has neither a format nor functions that read it,
/// and of its builders, whose bodies the description has, none mentions or adds operands.
pub(super) const LINT: Lint = Lint {
    code: Code::UnusedOperand,
    name: "unused-operand",
    group: LintGroup::Mlir,
    default: Level::Warn,
    check,
};

fn check(input: &LintInput<'_>, findings: &mut Findings) {
    for operation in checked_operations(input, findings) {
        if !has_only_described_builders(&operation) {
            continue;
        }
        let unused = operation.arguments.operands.iter().filter(|operand| {
            let builders = &operation.builders.custom;
            !operand.is_variable() && !builders.iter().any(|builder| may_set(builder, operand))
        });
        for operand in unused {
            let name = &operation.names.full;
            let what = format!("no format and no builder of '{name}' uses '{}'", operand.name);
            let finding = findings.add(operation.names.pos, what);
            finding.note("without 'skipDefaultBuilders' there are builders that take all operands");
        }
    }
}

/// Whether all that creates the operation is in the description. A format reads all operands, or else is an error.
fn has_only_described_builders(operation: &Operation<'_>) -> bool {
    let builders = &operation.builders;
    operation.syntax == OperationSyntax::Generic
        && builders.skips_default
        && !builders.custom.is_empty()
        && builders.custom.iter().all(|builder| builder.body.is_some())
}

/// Whether a builder may set an operand, judging by its text: it names the operand, forwards unnamed operands, or adds
/// operands.
fn may_set(builder: &OperationBuilder<'_>, operand: &OperationValue<'_>) -> bool {
    let body = builder.body.unwrap_or_default();
    let mut words = body.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    let adds = ["build", "addOperands", "operands"];
    words.any(|word| word == operand.name || adds.contains(&word))
}
