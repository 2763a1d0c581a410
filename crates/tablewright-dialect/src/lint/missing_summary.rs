//! Operations without documentation.

use tablewright_inspect::lint::{Findings, Level, Lint, LintGroup, LintInput};
use tablewright_syntax::diagnostic::Code;

use super::checked_operations;

/// An operation without a summary. Dialects that nobody writes by hand mostly have none, so it is off by default.
pub(super) const LINT: Lint = Lint {
    code: Code::MissingSummary,
    name: "missing-summary",
    group: LintGroup::Mlir,
    default: Level::Allow,
    check,
};

fn check(input: &LintInput<'_>, findings: &mut Findings) {
    for operation in checked_operations(input, findings) {
        if operation.docs.summary.trim().is_empty() {
            let what = format!("the operation '{}' lacks a summary", operation.names.full);
            findings.add(operation.names.pos, what);
        }
    }
}
