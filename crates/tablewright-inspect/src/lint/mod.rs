//! Lints: checks for legal code that is probably a mistake.
//!
//! Each [`Lint`] is a constant in its own file and reports findings; [`LINTS`] lists them.
//! [`check`] runs lints on a description that was loaded with a trace, and returns [`Finding`]s
//! with their [`Level`]s. A comment in the description can allow a lint for a line. [`LintLevels`]
//! contain the level for all other lines, and a [`LintScope`] defines the files to check.

mod allow_comments;
mod check;
mod findings;
mod input;
mod language;
mod levels;
mod release;
mod report;
mod scope;
mod syntax_index;
mod target;
#[cfg(test)]
mod test_support;

use tablewright_syntax::diagnostic::Code;

pub use check::{LintRun, check};
pub use findings::{Edit, Finding, Findings, Fix, NotChecked};
pub use input::{LintInput, LintSettings, OtherFiles, SyntaxTree};
pub use levels::{Level, LintLevels, NoSuchLevel, UnknownLint};
pub use report::{EditReport, FindingRange, FindingReport, LintSummary, RemarkReport};
pub use scope::LintScope;

/// The subject of a lint.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum LintGroup {
    /// The language: names, `let`s, files.
    Language,
    /// Target descriptions: instructions, registers, patterns and schedules.
    Target,
    /// Classes and fields that no action reads.
    Reads,
    /// Operations in MLIR dialects.
    Mlir,
    /// Changes that another release of LLVM needs.
    Release,
}

impl LintGroup {
    /// All groups.
    pub const ALL: [LintGroup; 5] = [
        LintGroup::Language,
        LintGroup::Target,
        LintGroup::Reads,
        LintGroup::Mlir,
        LintGroup::Release,
    ];

    /// Returns the name for all lints in the group.
    pub fn name(self) -> &'static str {
        match self {
            LintGroup::Language => "language",
            LintGroup::Target => "target",
            LintGroup::Reads => "reads",
            LintGroup::Mlir => "mlir",
            LintGroup::Release => "release",
        }
    }
}

/// A check for a kind of mistake.
#[derive(Debug)]
pub struct Lint {
    /// Its findings' code.
    pub code: Code,
    /// The name in comments and options: `unused-class`.
    pub name: &'static str,
    /// The group.
    pub group: LintGroup,
    /// The default level. Lints of the group `release` are on for a named release.
    pub default: Level,
    /// Reports findings.
    pub check: fn(&LintInput<'_>, &mut Findings),
}

/// The lints of this crate, by code.
pub const LINTS: &[&Lint] = &[
    &language::unknown_lint::LINT,
    &language::unused_class::LINT,
    &language::unused_multiclass::LINT,
    &language::unused_template_argument::LINT,
    &language::unused_variable::LINT,
    &language::unused_loop_variable::LINT,
    &language::unused_include::LINT,
    &language::let_without_effect::LINT,
    &language::overridden_let::LINT,
    &language::redundant_let::LINT,
    &language::shadowed_name::LINT,
    &language::backward_range::LINT,
    &language::repeated_include::LINT,
    &language::truncated_number::LINT,
    &target::operand_without_bits::LINT,
    &target::unset_encoding_bits::LINT,
    &target::bits_set_twice::LINT,
    &target::size_of_encoding::LINT,
    &target::operand_kinds::LINT,
    &target::swapped_operands::LINT,
    &target::sub_register_index::LINT,
    &target::schedule_operands::LINT,
    &target::missing_schedule::LINT,
    &target::missing_pattern::LINT,
    &target::alias_printing::LINT,
    &target::unused_predicate::LINT,
    &target::unused_feature::LINT,
    &target::equal_records::LINT,
    &target::branch_not_terminator::LINT,
    &target::operand_not_in_assembly::LINT,
    &target::missing_constraint::LINT,
    &target::field_narrower_than_class::LINT,
    &target::field_narrower_than_predicate::LINT,
    &target::signed_without_decoder::LINT,
    &target::terminator_without_barrier::LINT,
    &target::flags_not_defined::LINT,
    &target::flags_not_used::LINT,
    &target::call_without_link::LINT,
    &target::reserved_in_convention::LINT,
    &target::argument_of_another_class::LINT,
    &target::argument_survives_call::LINT,
    &target::commutable_non_commutative::LINT,
    &target::encoded_without_size::LINT,
    &target::same_encoding_in_class::LINT,
    &target::compression_without_feature::LINT,
    &target::overlapping_sub_registers::LINT,
    &target::sub_register_past_end::LINT,
    &target::untied_accumulator::LINT,
    &target::tied_to_another_class::LINT,
    &target::same_assembly::LINT,
    &release::defined_by_llvm::LINT,
    &release::removed_name::LINT,
    &release::removed_field::LINT,
    &release::removed_syntax::LINT,
    &release::new_field::LINT,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lints_are_in_the_order_of_their_codes_and_have_a_name_each() {
        assert!(LINTS.is_sorted_by(|a, b| a.code < b.code));
        for (index, lint) in LINTS.iter().enumerate() {
            assert!(!LINTS[..index].iter().any(|other| other.name == lint.name), "{}", lint.name);
            assert!(
                lint.name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-'),
                "{}",
                lint.name
            );
        }
    }
}
