//! GlobalISel rules: the generic machine instructions that a rule matches, and the instructions that it creates.
//!
//! In: rule parts, added one by one by a pattern reader: the importer for selection DAG patterns, or the combiner.
//! Out: a [`RuleSet`], plain data that refers to instructions, registers and classes by id. [`priority`] contains the
//! rule order. Backends lay out the table, share common parts and print.
//!
//! A rule matches a tree of instructions. Instruction 0 is its root; each other instruction defines the register that
//! an earlier instruction's operand uses. The conditions are a list of *checks*, on an instruction or on one operand.
//! The effects are a list of *actions*; the action that builds an instruction has an operand renderer for each
//! operand.

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
    /// A name that is printed with a rule: for an operand, a flag or a C++ function.
    pub struct NameId;

    /// An instruction that a rule matches. Its index is its number in the table; the root is 0.
    pub struct InsnId;

    /// An instruction that a rule creates. The index is its number in the table; 0 replaces the root.
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
    /// The index among the operands in the rule, which may omit operands. The index in the machine instruction is
    /// [`matcher::OperandMatcher::index`].
    pub place: u32,
}
