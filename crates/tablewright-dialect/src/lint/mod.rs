//! Lints for MLIR dialects: formats, operands, summaries and traits.
//!
//! The lints read operations as the backends do. A description without operations has no findings. If an operation has
//! an error, the backends report it, and the lint reports that it was not run.

mod contradicting_traits;
mod default_not_an_enumerator;
mod duplicate_enumerator;
mod duplicate_operation;
mod format_not_read_back;
mod format_without_builder;
mod missing_summary;
mod repeated_dialect_name;
mod strict_properties;
mod terminator_with_results;
#[cfg(test)]
mod tests;
mod type_of_buildable;
mod unreadable_format;
mod unused_operand;

use tablewright_inspect::lint::{Findings, Lint, LintInput};
use tablewright_records::{ClassId, RecordStore};
use tablewright_syntax::diagnostic::Diagnostic;
use tablewright_syntax::source::Pos;

use tablewright_mlir::model::{Enum, Operation};

/// This crate's lints, by code.
pub const LINTS: &[&Lint] = &[
    &unreadable_format::LINT,
    &unused_operand::LINT,
    &missing_summary::LINT,
    &contradicting_traits::LINT,
    &duplicate_operation::LINT,
    &duplicate_enumerator::LINT,
    &repeated_dialect_name::LINT,
    &default_not_an_enumerator::LINT,
    &type_of_buildable::LINT,
    &terminator_with_results::LINT,
    &format_not_read_back::LINT,
    &format_without_builder::LINT,
    &strict_properties::LINT,
];

/// Returns the operations that are defined in files that are checked. Others than MLIR have a class `Op`, too: MLIR's
/// has a dialect.
fn checked_operations<'a>(input: &LintInput<'a>, findings: &mut Findings) -> Vec<Operation<'a>> {
    if !has_operations(input.store) {
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

/// Returns the enums that are defined in files that are checked, with their positions.
fn checked_enums<'a>(input: &LintInput<'a>, findings: &mut Findings) -> Vec<(Enum<'a>, Pos)> {
    if input.store.find_class("EnumCase").is_none() {
        return Vec::new();
    }
    match Enum::all(input.store) {
        Ok(enums) => {
            let with_pos = enums.into_iter().filter_map(|one| {
                let record = input.store.find_record(one.definition)?;
                Some((one, input.store.record(record).pos()))
            });
            with_pos.filter(|&(_, pos)| input.checks(pos)).collect()
        }
        Err(error) => {
            findings.not_checked(Diagnostic::from(error));
            Vec::new()
        }
    }
}

/// Whether the description has MLIR's class for operations.
fn has_operations(store: &RecordStore) -> bool {
    store.find_class("Op").is_some_and(|op| has_field(store, op, "opDialect"))
}

fn has_field(store: &RecordStore, class: ClassId, name: &str) -> bool {
    store.class(class).fields().any(|field| store.str(field.name) == name)
}
