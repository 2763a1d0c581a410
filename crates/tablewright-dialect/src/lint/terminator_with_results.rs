//! Terminators with results.

use tablewright_inspect::lint::{Findings, Level, Lint, LintGroup, LintInput};
use tablewright_syntax::diagnostic::Code;

use super::checked_operations;

/// A terminator with results, which no operation in its block can use.
pub(super) const LINT: Lint = Lint {
    code: Code::TerminatorWithResults,
    name: "terminator-with-results",
    group: LintGroup::Mlir,
    default: Level::Warn,
    check,
};

fn check(input: &LintInput<'_>, findings: &mut Findings) {
    for operation in checked_operations(input, findings) {
        if !operation.has_trait("::mlir::OpTrait::IsTerminator") {
            continue;
        }
        let Some(result) = operation.results.first() else { continue };
        let message =
            format!("the terminator '{}' has the result '{}'", operation.names.full, result.name);
        let note = "no operation follows a terminator in its block, so only other blocks can use the result";
        findings.add(operation.names.pos, message).note(note);
    }
}
