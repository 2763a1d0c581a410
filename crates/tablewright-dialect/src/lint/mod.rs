//! Lints for MLIR dialects: formats, operands, summaries and traits.
//!
//! The lints read operations as the backends do. A description without operations has no findings. If an operation has
//! an error, the backends report it, and the lint reports that it was not run.

mod contradicting_traits;
mod missing_summary;
#[cfg(test)]
mod tests;
mod unreadable_format;
mod unused_operand;

use tablewright_inspect::lint::{Findings, Lint, LintInput};
use tablewright_records::{ClassId, RecordStore};
use tablewright_syntax::diagnostic::Diagnostic;

use tablewright_mlir::model::Operation;

/// This crate's lints, by code.
pub const LINTS: &[&Lint] = &[
    &unreadable_format::LINT,
    &unused_operand::LINT,
    &missing_summary::LINT,
    &contradicting_traits::LINT,
];

/// Returns the operations that are defined in files that are checked. Others than MLIR have a class `Op`, too: MLIR's
/// has a dialect.
fn checked_operations<'a>(input: &LintInput<'a>, findings: &mut Findings) -> Vec<Operation<'a>> {
    if !input.store.find_class("Op").is_some_and(|op| has_field(input.store, op, "opDialect")) {
        return Vec::new();
    }
    match Operation::all(input.store, |_| true) {
        Ok(mut operations) => {
            operations.retain(|operation| input.checks(operation.names.pos));
            operations
        }
        Err(error) => {
            findings.not_checked(Diagnostic::from(error));
            Vec::new()
        }
    }
}

fn has_field(store: &RecordStore, class: ClassId, name: &str) -> bool {
    store.class(class).fields().any(|field| store.str(field.name) == name)
}
