//! Rules of GlobalISel: which generic machine instructions a rule matches, and what it makes of them.
//!
//! In: the parts of a rule, added one by one by whoever reads patterns: the import of patterns of the
//! selection DAG, or the combiner. Out: a [`RuleSet`], plain data that refers to instructions, registers
//! and classes by id. The order in which rules are tried is in [`priority`]. Laying rules out as a table,
//! sharing what they have in common, and printing are left to the backends.
//!
//! A rule matches a tree of instructions. Instruction 0 is its root; another one defines the register
//! that an operand of an earlier one uses. What has to hold is a list of *checks*, at an instruction or at
//! one of its operands. What happens then is a list of *actions*; the action that builds an instruction
//! has an operand renderer for each operand.

pub mod action;
pub mod check;
pub mod import;
pub mod low_level_type;
pub mod matcher;
pub mod names;
pub mod priority;
pub mod rule;
mod rule_set;

#[cfg(test)]
mod tests;

pub use rule_set::RuleSet;

use tablewright_index::define_index;

define_index! {
    /// A name that is printed with a rule: of an operand, of a flag, of a C++ function.
    pub struct NameId;

    /// An instruction that a rule matches. Its index is its number in the table; the root is 0.
    pub struct InsnId;

    /// An instruction that a rule makes. Its index is its number in the table; 0 replaces the root.
    pub struct NewInsnId;

    /// A temporary register of a rule.
    pub struct TempRegId;

    /// A type that a rule remembers from an operand while it matches.
    pub struct TempTypeId;
}

impl InsnId {
    /// The instruction that matching begins with.
    pub const ROOT: InsnId = InsnId::from_index(0);
}

/// An operand of an instruction that a rule matches: its place in [`matcher::InstructionMatcher::operands`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OperandRef {
    /// The instruction.
    pub insn: InsnId,
    /// The place among the operands that the rule mentions. The index in the machine instruction is
    /// [`matcher::OperandMatcher::index`].
    pub place: u32,
}
