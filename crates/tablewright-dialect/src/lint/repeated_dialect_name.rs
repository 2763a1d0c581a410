//! Operation names that repeat their dialect's name.

use tablewright_inspect::lint::{Findings, Level, Lint, LintGroup, LintInput};
use tablewright_syntax::diagnostic::Code;

use super::checked_operations;

/// An operation whose mnemonic begins with the name of its dialect.
pub(super) const LINT: Lint = Lint {
    code: Code::RepeatedDialectName,
    name: "repeated-dialect-name",
    group: LintGroup::Mlir,
    default: Level::Warn,
    check,
};

fn check(input: &LintInput<'_>, findings: &mut Findings) {
    for operation in checked_operations(input, findings) {
        let dialect = operation.dialect.name;
        let rest = operation.names.mnemonic.strip_prefix(dialect);
        let Some(short) = rest.and_then(|rest| rest.strip_prefix('.')) else { continue };
        let full = &operation.names.full;
        let message = format!("the operation '{full}' has the name of its dialect twice");
        let note = format!(
            "the dialect adds '{dialect}.'; with the mnemonic '{short}' it is '{dialect}.{short}'"
        );
        findings.add(operation.names.pos, message).note(note);
    }
}
