//! Formats with errors or ambiguities.

use tablewright_inspect::lint::{Findings, Level, Lint, LintGroup, LintInput};
use tablewright_syntax::diagnostic::Code;

use super::checked_operations;
use tablewright_mlir::model::operation::{AssemblyFormat, OperationSyntax};

/// An operation format with an error, such as two elements that the parser cannot separate.
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
            // The faulty format line is shown as the backend shows it.
            finding.diagnostic.shown = error.shown;
            finding.diagnostic.notes = error.notes;
        }
    }
}
