//! Comparisons in patterns, for branches and for instructions that set a register.
//!
//! In: a pattern's source, for example `(brcond (setlt GPR:$rs, GPR:$rt), bb:$target)`. Out: a [`Comparison`].

use tablewright_selection::patterns::{NodeKind, TreeDescription};

use crate::conditions::opposite_condition;
use crate::description::{Description, first_types};

/// A condition with the operands that it compares.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Comparison<'a> {
    /// The condition: an `ISD::CondCode` enumerator, for example `SETLT`.
    pub(crate) code: &'a str,
    left: &'a str,
    right: &'a str,
}

impl<'a> Comparison<'a> {
    /// Reads a branch pattern. A branch on a register compares it with zero.
    pub(crate) fn from_branch(source: &'a TreeDescription) -> Option<Self> {
        match branch_register(source) {
            Some(register) => {
                Some(Comparison { code: "SETNE", left: &register.operator, right: "0" })
            }
            None => Comparison::from_tree(branch_condition(source)?),
        }
    }

    /// Reads a pattern that sets a register.
    pub(crate) fn from_tree(tree: &'a TreeDescription) -> Option<Self> {
        match &tree.children[..] {
            [left, right, code] if tree.operator == "setcc" => Some(Comparison {
                code: &code.operator,
                left: &left.operator,
                right: &right.operator,
            }),
            _ => None,
        }
    }

    /// Returns the comparison with the opposite result.
    pub(crate) fn opposite(self) -> Option<Self> {
        Some(Comparison { code: opposite_condition(self.code)?, ..self })
    }
}

/// Returns a branch's condition.
fn branch_condition(source: &TreeDescription) -> Option<&TreeDescription> {
    source.children.first().filter(|_| source.operator == "brcond")
}

/// Returns the register that a branch tests: `(brcond GPR:$rs, bb:$target)`.
fn branch_register(source: &TreeDescription) -> Option<&TreeDescription> {
    branch_condition(source).filter(|condition| condition.kind == NodeKind::Record)
}

/// Whether a pattern branches on any register with a word.
pub(crate) fn has_branch_on_register(description: &Description<'_>, word_type: &str) -> bool {
    let mut patterns = description.patterns.iter();
    patterns.any(|pattern| {
        branch_register(&pattern.source).is_some_and(|register| has_type(register, word_type))
    })
}

/// Whether a pattern compares any two words by this condition and sets a register.
pub(crate) fn sets_register(description: &Description<'_>, word_type: &str, code: &str) -> bool {
    let mut patterns = description.patterns.iter();
    patterns.any(|pattern| compares_words(&pattern.source, word_type, code))
}

/// Whether a pattern compares any two words by this condition and branches.
pub(crate) fn branches(description: &Description<'_>, word_type: &str, code: &str) -> bool {
    let mut conditions = description.patterns.iter().filter_map(|p| branch_condition(&p.source));
    conditions.any(|condition| compares_words(condition, word_type, code))
}

fn compares_words(tree: &TreeDescription, word_type: &str, code: &str) -> bool {
    let is_word =
        |tree: &TreeDescription| tree.kind == NodeKind::Record && has_type(tree, word_type);
    Comparison::from_tree(tree).is_some_and(|comparison| comparison.code == code)
        && tree.children.iter().take(2).all(is_word)
}

fn has_type(tree: &TreeDescription, ty: &str) -> bool {
    first_types(tree).iter().any(|known| known == ty)
}
