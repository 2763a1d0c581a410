//! Contraction: steps that the table has a shorter form for.
//!
//! In: the steps of a pattern. Out: fewer steps that do the same.

use tablewright_target::sd_node_properties::SdNodeProperty;

use super::matcher::{Chain, EmitNode, Matcher, PatternPlace};
use tablewright_target::patterns::PatternsToMatch;

use Matcher as M;

/// Children that have a step of their own for recording, and for checking a type.
const CHILDREN: u32 = 8;
/// Children that have a step of their own for comparing with what was recorded.
const COMPARED_CHILDREN: u32 = 4;
/// Children that have a step of their own for comparing with a number.
const INTEGER_CHILDREN: u32 = 5;
/// The child that has a step of its own for checking a condition code.
const COND_CODE_CHILD: u32 = 2;

/// Contracts the steps of a pattern.
pub(super) fn contract(steps: Vec<Matcher>, patterns: &PatternsToMatch) -> Chain {
    let mut rest = Chain::new(steps);
    let mut done = Vec::new();
    while let Some(first) = rest.take_first() {
        match contract_first(first, &mut rest, patterns) {
            Contracted::Again(first) => rest.put_first(first),
            Contracted::Gone => {}
            Contracted::No(first) => done.push(first),
            Contracted::End(last) => {
                done.push(last);
                break;
            }
        }
    }
    Chain::new(done)
}

/// What became of the first step.
enum Contracted {
    /// The steps changed, and the first is to be looked at again.
    Again(Matcher),
    Gone,
    No(Matcher),
    /// It is the last step.
    End(Matcher),
}

fn contract_first(first: Matcher, rest: &mut Chain, patterns: &PatternsToMatch) -> Contracted {
    match first {
        M::MoveChild(child) => match rest.first().and_then(|next| of_child(child, next)) {
            Some(shorter) => {
                rest.take_first();
                rest.put_first(M::MoveChild(child));
                Contracted::Again(shorter)
            }
            None if matches!(rest.first(), Some(M::MoveParent)) => {
                rest.take_first();
                Contracted::Gone
            }
            None => Contracted::No(M::MoveChild(child)),
        },
        M::MoveParent => match rest.first() {
            Some(&M::MoveChild(child)) => {
                rest.take_first();
                Contracted::Again(M::MoveSibling(child))
            }
            _ => Contracted::No(M::MoveParent),
        },
        M::MoveSibling(child) => contract_sibling(child, rest),
        M::EmitNode(node) => match rest.first() {
            Some(M::CompleteMatch { results, pattern })
                if can_replace(&node, results, *pattern, patterns) =>
            {
                let pattern = *pattern;
                Contracted::End(M::MorphNodeTo { node, pattern })
            }
            _ => Contracted::No(M::EmitNode(node)),
        },
        // The structure is checked before types, so that more steps can be joined.
        M::RecordNode { .. } if matches!(rest.first(), Some(M::CheckOpcode { .. })) => {
            match rest.take_first() {
                Some(check) => {
                    rest.put_first(first);
                    Contracted::Again(check)
                }
                None => Contracted::No(first),
            }
        }
        other => Contracted::No(other),
    }
}

/// The step that does to a child what `next` does after a move to it.
fn of_child(child: u32, next: &Matcher) -> Option<Matcher> {
    match *next {
        M::RecordNode { what, slot } if child < CHILDREN => {
            Some(M::RecordChild { child, what, slot })
        }
        M::CheckType { ty, result: 0 } if child < CHILDREN => Some(M::CheckChildType { child, ty }),
        M::CheckSame(slot) if child < COMPARED_CHILDREN => Some(M::CheckChildSame { child, slot }),
        M::CheckInteger(value) if child < INTEGER_CHILDREN => {
            Some(M::CheckChildInteger { child, value })
        }
        M::CheckCondCode(code) if child == COND_CODE_CHILD => Some(M::CheckChild2CondCode(code)),
        _ => None,
    }
}

/// A move to a sibling, a few steps and a move to the parent: the steps are done from the parent.
fn contract_sibling(child: u32, rest: &mut Chain) -> Contracted {
    let next: Vec<&Matcher> = rest.iter().take(3).collect();
    let count = match next[..] {
        [M::MoveParent, ..] => 0,
        [M::RecordNode { .. }, M::MoveParent, ..]
        | [M::CheckType { .. }, M::MoveParent, ..]
        | [M::CheckInteger(_), M::MoveParent, ..]
        | [M::CheckCondCode(_), M::MoveParent, ..]
        | [M::CheckSame(_), M::MoveParent, ..] => 1,
        [M::RecordNode { .. }, M::CheckType { .. }, M::MoveParent]
        | [M::CheckInteger(_), M::CheckType { .. }, M::MoveParent]
        | [M::CheckSame(_), M::CheckType { .. }, M::MoveParent] => 2,
        _ => return Contracted::No(M::MoveSibling(child)),
    };
    let shorter: Option<Vec<Matcher>> =
        next[..count].iter().map(|step| of_child(child, step)).collect();
    let Some(shorter) = shorter else { return Contracted::No(M::MoveSibling(child)) };
    for _ in 0..=count {
        rest.take_first();
    }
    for step in shorter.into_iter().rev() {
        rest.put_first(step);
    }
    Contracted::Again(M::MoveParent)
}

/// Whether the node that is made can take the place of the one that is matched: the results are its own,
/// and it has the chain and glue that the matched node has.
fn can_replace(
    node: &EmitNode,
    results: &[u32],
    pattern: PatternPlace,
    patterns: &PatternsToMatch,
) -> bool {
    let first = node.first_slot.unwrap_or(0);
    let source = patterns.list[pattern as usize].source;
    results.iter().zip(first..).all(|(&result, slot)| result == slot)
        && (node.has_chain || !patterns.node_has(source, SdNodeProperty::HasChain))
        && (node.has_out_glue || !patterns.node_has(source, SdNodeProperty::OutGlue))
}
