//! Operations with the same name.

use std::collections::HashMap;

use tablewright_inspect::lint::{Findings, Level, Lint, LintGroup, LintInput};
use tablewright_syntax::diagnostic::Code;

use super::checked_operations;

/// An operation with the name of an earlier operation.
pub(super) const LINT: Lint = Lint {
    code: Code::DuplicateOperation,
    name: "duplicate-operation",
    group: LintGroup::Mlir,
    default: Level::Warn,
    check,
};

fn check(input: &LintInput<'_>, findings: &mut Findings) {
    let mut operations = checked_operations(input, findings);
    operations.sort_by_key(|operation| operation.names.sequence);
    let mut first = HashMap::new();
    for operation in &operations {
        let earlier = *first.entry(&*operation.names.full).or_insert(operation);
        if earlier.names.sequence != operation.names.sequence {
            let message = format!("the operation '{}' is defined twice", operation.names.full);
            let finding = findings.add(operation.names.pos, message);
            finding.label(earlier.names.pos, "the first definition");
            finding.note("a dialect cannot register two operations with the same name");
        }
    }
}
