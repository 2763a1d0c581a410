//! Lints about targets: instructions, registers, patterns and schedules.
//!
//! Each lint uses the same analyses as the backends. A description without a target has no findings. If an analysis
//! fails, the backend reports the reason, and the lint reports that it could not check the description.

pub(super) mod alias_printing;
pub(super) mod bits_set_twice;
pub(super) mod branch_not_terminator;
mod encodings;
pub(super) mod equal_records;
mod groups;
mod habits;
pub(super) mod missing_constraint;
pub(super) mod missing_pattern;
pub(super) mod missing_schedule;
mod operand_fields;
pub(super) mod operand_kinds;
pub(super) mod operand_not_in_assembly;
pub(super) mod operand_without_bits;
mod references;
mod results;
pub(super) mod schedule_operands;
pub(super) mod size_of_encoding;
mod source_of;
pub(super) mod sub_register_index;
pub(super) mod swapped_operands;
#[cfg(test)]
mod tests;
pub(super) mod unset_encoding_bits;
pub(super) mod unused_feature;
pub(super) mod unused_predicate;

use tablewright_records::AnalysisError;

use super::{Findings, LintInput};

/// Runs a lint's check if the description has instructions.
fn check_target(
    input: &LintInput<'_>,
    findings: &mut Findings,
    check: impl FnOnce(&LintInput<'_>, &mut Findings) -> Result<(), AnalysisError>,
) {
    if input.store.derived_if_defined("Instruction").is_empty() {
        return;
    }
    match check(input, findings) {
        Ok(()) | Err(AnalysisError::Reported) => {}
        Err(AnalysisError::Diagnostic(error)) => findings.not_checked(*error),
    }
}
