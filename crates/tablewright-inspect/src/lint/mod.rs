//! Lints: what is legal in a description and probably not meant.
//!
//! Each [`Lint`] is a constant in a file of its own, which reports its findings; [`LINTS`] lists them. [`check`] runs
//! lints over a description that was read with a trace, and returns the [`Finding`]s at their [`Level`]s: a comment
//! of the description can allow a lint where it stands, [`LintLevels`] say what holds elsewhere, and a [`LintScope`]
//! says which files are checked.

mod allow_comments;
mod check;
mod findings;
mod input;
mod language;
mod levels;
mod report;
mod scope;
mod syntax_index;
mod target;
#[cfg(test)]
mod test_support;

use tablewright_syntax::diagnostic::Code;

pub use check::{LintRun, check};
pub use findings::{Edit, Finding, Findings, Fix, NotChecked};
pub use input::{LintInput, LintSettings, SyntaxTree};
pub use levels::{Level, LintLevels, NoSuchLevel, UnknownLint};
pub use report::{EditReport, FindingReport, LintSummary, Range, RemarkReport};
pub use scope::LintScope;

/// What a lint is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum LintGroup {
    /// The language: names, `let`s, files.
    Language,
    /// Instructions, registers, patterns and schedules of a target.
    Target,
    /// Classes and fields that no action reads.
    Reads,
    /// Operations of dialects of MLIR.
    Mlir,
}

impl LintGroup {
    /// All groups.
    pub const ALL: [LintGroup; 4] =
        [LintGroup::Language, LintGroup::Target, LintGroup::Reads, LintGroup::Mlir];

    /// The name that stands for all lints of the group.
    pub fn name(self) -> &'static str {
        match self {
            LintGroup::Language => "language",
            LintGroup::Target => "target",
            LintGroup::Reads => "reads",
            LintGroup::Mlir => "mlir",
        }
    }
}

/// A check for one kind of mistake.
#[derive(Debug)]
pub struct Lint {
    /// The code of its findings.
    pub code: Code,
    /// The name in comments and options: `unused-class`.
    pub name: &'static str,
    /// What it is about.
    pub group: LintGroup,
    /// The level unless something else is said.
    pub default: Level,
    /// Reports what it finds.
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
