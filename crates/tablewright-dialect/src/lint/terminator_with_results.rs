//! Terminators with results.

use tablewright_inspect::lint::{Findings, Level, Lint, LintGroup, LintInput};
use tablewright_syntax::diagnostic::Code;

use super::checked_operations;

/// A terminator with results and without successors.
pub(super) const LINT: Lint = Lint {
    code: Code::TerminatorWithResults,
    name: "terminator-with-results",
    group: LintGroup::Mlir,
    default: Level::Warn,
    check,
};

fn check(input: &LintInput<'_>, findings: &mut Findings) {
    for operation in checked_operations(input, findings) {
        let is_last = operation.has_trait("::mlir::OpTrait::IsTerminator");
        // A block that follows can use the results, for example of a call that can fail.
        if !is_last || !operation.blocks.successors.is_empty() {
            continue;
        }
        let Some(result) = operation.results.first() else { continue };
        let message =
            format!("the terminator '{}' has the result '{}'", operation.names.full, result.name);
        let note =
            "no operation follows a terminator without successors, so nothing can use the result";
        findings.add(operation.names.pos, message).note(note);
    }
}
