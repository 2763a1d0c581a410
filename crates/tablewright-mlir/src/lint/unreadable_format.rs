//! Formats that cannot be read, or that cannot tell what was written.

use tablewright_inspect::lint::{Findings, Level, Lint, LintGroup, LintInput};
use tablewright_syntax::diagnostic::Code;

use super::checked_operations;
use crate::model::operation::{AssemblyFormat, OperationSyntax};

/// A format of an operation that has an error, such as two elements between which nothing decides.
pub(super) const LINT: Lint = Lint {
    code: Code::UnreadableFormat,
    name: "unreadable-format",
    group: LintGroup::Mlir,
    default: Level::Warn,
    check,
};

fn check(input: &LintInput<'_>, findings: &mut Findings) {
    for operation in checked_operations(input, findings) {
        let OperationSyntax::Format(format) = operation.syntax else { continue };
        let Err(errors) = AssemblyFormat::parse(&operation, format) else { continue };
        for error in errors {
            let what = format!("the format of '{}': {}", operation.names.full, error.message);
            let finding = findings.add(operation.names.pos, what);
            // The line of the format with the error is shown as that of the backend is.
            finding.diagnostic.shown = error.shown;
            finding.diagnostic.notes = error.notes;
        }
    }
}
