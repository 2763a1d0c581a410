//! Lints about targets: instructions, registers, patterns and schedules.
//!
//! Each lint uses the same analyses as the backends. A description without a target has no findings. If an analysis
//! fails, the backend reports the reason, and the lint reports that it could not check the description.

pub(super) mod alias_printing;
pub(super) mod argument_of_another_class;
pub(super) mod argument_survives_call;
pub(super) mod bits_set_twice;
pub(super) mod branch_not_terminator;
pub(super) mod call_without_link;
pub(super) mod commutable_non_commutative;
pub(super) mod compression_without_feature;
mod conventions;
pub(super) mod encoded_without_size;
mod encodings;
pub(super) mod equal_records;
pub(super) mod field_narrower_than_class;
pub(super) mod field_narrower_than_predicate;
pub(super) mod flags_not_defined;
pub(super) mod flags_not_used;
mod glue;
mod groups;
mod habits;
mod immediate_range;
pub(super) mod missing_constraint;
pub(super) mod missing_pattern;
pub(super) mod missing_schedule;
mod operand_fields;
pub(super) mod operand_kinds;
pub(super) mod operand_not_in_assembly;
pub(super) mod operand_without_bits;
pub(super) mod overlapping_sub_registers;
mod own;
mod references;
pub(super) mod reserved_in_convention;
mod results;
pub(super) mod same_assembly;
pub(super) mod same_encoding_in_class;
pub(super) mod schedule_operands;
mod selected_nodes;
pub(super) mod signed_without_decoder;
pub(super) mod size_of_encoding;
mod source_of;
pub(super) mod sub_register_index;
pub(super) mod sub_register_past_end;
mod sub_register_ranges;
pub(super) mod swapped_operands;
pub(super) mod terminator_without_barrier;
#[cfg(test)]
mod tests;
pub(super) mod tied_to_another_class;
pub(super) mod unset_encoding_bits;
pub(super) mod untied_accumulator;
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
