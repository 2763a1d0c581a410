//! How many bytes matchers take in the table.
//!
//! In: the tree of matchers, with numbers of predicates and patterns. Out: the size of each branch.

use tablewright_target::value_types::ValueType;

use super::matcher::{Branch, Chain, EmitNode, Matcher};
use super::numbers::Numbers;

use Matcher as M;

/// Numbers below this have opcodes of their own.
pub(in crate::dag_isel) const SHORT_FORMS: u32 = 8;
/// Children at and above this take a byte of their own.
const SHORT_CHILDREN: u32 = 8;

/// How many bytes a number takes in groups of seven bits.
pub(in crate::dag_isel) fn vbr_size(number: u64) -> u32 {
    (64 - number.leading_zeros()).div_ceil(7).max(1)
}

/// A signed number as an unsigned one: the sign is the lowest bit.
pub(in crate::dag_isel) fn with_sign_bit(number: i64) -> u64 {
    if number >= 0 { (number as u64) << 1 } else { (number as u64).wrapping_neg() << 1 | 1 }
}

/// What sizes depend on.
pub(in crate::dag_isel) struct Sizes<'a> {
    pub(in crate::dag_isel) numbers: &'a Numbers,
    /// The numbers of `i8`, `i16`, `i32` and `i64`, as far as they are described.
    pub(in crate::dag_isel) integers: [Option<ValueType>; 4],
    /// How many bytes an index into the table of covered patterns takes with its opcode; zero without one.
    pub(in crate::dag_isel) coverage: u32,
}

impl Sizes<'_> {
    /// Whether a type is `i32` or `i64`.
    pub(in crate::dag_isel) fn is_common(&self, ty: ValueType) -> bool {
        self.integers[2..].contains(&Some(ty))
    }

    /// Whether a type is an integer with an opcode of its own.
    pub(in crate::dag_isel) fn is_common_integer(&self, ty: ValueType) -> bool {
        self.integers.contains(&Some(ty))
    }

    /// Sets the sizes of all branches. Returns the size of the chain.
    pub(super) fn set(&self, chain: &mut Chain) -> u32 {
        let mut size = 0;
        for matcher in chain.iter_mut() {
            size += match matcher {
                M::Scope(branches) => {
                    2 + branches.iter_mut().map(|branch| self.set_branch(branch)).sum::<u32>()
                }
                // An opcode takes two bytes, a type one.
                M::SwitchOpcode(cases) => {
                    2 + cases.iter_mut().map(|(_, case)| 2 + self.set_branch(case)).sum::<u32>()
                }
                M::SwitchType(cases) => {
                    2 + cases.iter_mut().map(|(_, case)| 1 + self.set_branch(case)).sum::<u32>()
                }
                matcher => self.of(matcher),
            };
        }
        size
    }

    /// Sets the size of a branch. Returns what it takes with the bytes that say so.
    fn set_branch(&self, branch: &mut Branch) -> u32 {
        branch.size = self.set(&mut branch.chain);
        vbr_size(u64::from(branch.size)) + branch.size
    }

    /// The size of a matcher without branches.
    pub(in crate::dag_isel) fn of(&self, matcher: &Matcher) -> u32 {
        match matcher {
            M::Scope(_) | M::SwitchOpcode(_) | M::SwitchType(_) => 0,
            M::RecordNode { .. }
            | M::RecordChild { .. }
            | M::RecordMemRef
            | M::CaptureGlueInput
            | M::MoveParent
            | M::CheckImmAllOnesV
            | M::CheckImmAllZerosV
            | M::CheckFoldableChainNode => 1,
            M::MoveChild(child) | M::MoveSibling(child) => 1 + u32::from(*child >= SHORT_CHILDREN),
            M::CheckSame(_)
            | M::CheckChildSame { .. }
            | M::CheckCondCode(_)
            | M::CheckChild2CondCode(_)
            | M::CheckValueType(_) => 2,
            M::CheckPatternPredicate(condition) => {
                let number = self.numbers.pattern_predicate(*condition);
                1 + u32::from(number >= SHORT_FORMS) + u32::from(number > 255)
            }
            M::CheckPredicate { fragment, operands } => {
                let (number, uses_operands) = self.numbers.predicate(*fragment);
                match uses_operands {
                    true => 3 + operands.len() as u32,
                    false => 1 + u32::from(number >= SHORT_FORMS),
                }
            }
            M::CheckOpcode { .. } => 3,
            M::CheckType { result: 1.., .. } => 3,
            M::CheckType { ty, .. } | M::CheckChildType { ty, .. } => {
                1 + u32::from(!self.is_common(*ty))
            }
            M::CheckInteger(value) | M::CheckChildInteger { value, .. } => {
                1 + vbr_size(with_sign_bit(*value))
            }
            M::CheckComplexPat { pattern, .. } => {
                2 + u32::from(self.numbers.complex_pattern(*pattern) >= SHORT_FORMS)
            }
            M::CheckAndImm(value) | M::CheckOrImm(value) => 1 + vbr_size(*value as u64),
            M::EmitInteger(made) => {
                let ty = u32::from(!self.is_common_integer(made.ty));
                1 + ty + vbr_size(with_sign_bit(made.value))
            }
            M::EmitStringInteger { ty, .. } => 2 + u32::from(self.integers[2] != Some(*ty)),
            M::EmitRegister { register, ty } => match register {
                Some(register) if register.number() > 255 => 4,
                _ => 2 + u32::from(!self.is_common(*ty)),
            },
            M::EmitConvertToTarget(slot) => 1 + u32::from(*slot >= SHORT_FORMS),
            M::EmitMergeInputChains(slots) => match slots[..] {
                [0..3] => 1,
                _ => 2 + slots.len() as u32,
            },
            M::EmitCopyToReg { slot, register } => match register.number() > 255 {
                true => 4,
                false => 2 + u32::from(*slot >= SHORT_FORMS),
            },
            M::EmitNodeXForm { .. } => 3,
            M::EmitNode(node) => of_node(node, false),
            M::MorphNodeTo { node, .. } => self.coverage + of_node(node, true),
            M::CompleteMatch { results, .. } => {
                let slots = results.iter().map(|&slot| vbr_size(u64::from(slot)));
                self.coverage + 2 + slots.sum::<u32>()
            }
        }
    }
}

/// The form of the opcode for a node that is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::dag_isel) struct NodeForm {
    /// Whether the number of results is part of the opcode.
    pub(in crate::dag_isel) has_count: bool,
    /// What of chain, glue and so on the opcode says, in its own words; none if flags follow it.
    pub(in crate::dag_isel) info: Option<&'static str>,
}

/// The form of the opcode for a node.
pub(in crate::dag_isel) fn form_of(node: &EmitNode, replaces: bool) -> NodeForm {
    let has_count = node.types.len() < 3;
    let is_plain = !node.has_mem_refs && node.fixed_arity.is_none();
    let info = match (node.has_chain, node.has_in_glue, node.has_out_glue) {
        _ if !has_count || !is_plain => None,
        (false, false, false) => Some("None"),
        (true, false, false) => Some("Chain"),
        (false, true, false) if replaces => Some("GlueInput"),
        (false, false, true) if replaces => Some("GlueOutput"),
        _ => None,
    };
    NodeForm { has_count, info }
}

fn of_node(node: &EmitNode, replaces: bool) -> u32 {
    let form = form_of(node, replaces);
    let operands = node.operands.iter().map(|&slot| vbr_size(u64::from(slot)));
    4 + u32::from(!form.has_count)
        + u32::from(form.info.is_none())
        + node.types.len() as u32
        + operands.sum::<u32>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_take_a_byte_for_seven_bits() {
        let sizes = [0, 127, 128, 16383, 16384, u64::MAX].map(vbr_size);
        assert_eq!(sizes, [1, 1, 2, 2, 3, 10]);
        assert_eq!([0, 1, -1, 63, -64].map(with_sign_bit), [0, 2, 3, 126, 129]);
    }
}
