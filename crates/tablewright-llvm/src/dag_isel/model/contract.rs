//! Contraction: steps that the table has a shorter form for.
//!
//! In: the steps of a pattern. Out: fewer steps that do the same.

use tablewright_selection::sd_node_properties::SdNodeProperty;

use super::matcher::{Chain, EmitNode, Matcher, PatternIndex};
use tablewright_selection::patterns::PatternsToMatch;

use Matcher as M;

/// Children that have a step of their own for recording, and for checking a type.
const CHILDREN: u32 = 8;
/// Number of children with a special step for comparison with a recorded value.
const COMPARED_CHILDREN: u32 = 4;
/// Children that have a step of their own for comparing with a number.
const INTEGER_CHILDREN: u32 = 5;
/// The child that has a step of its own for checking a condition code.
const COND_CODE_CHILD: u32 = 2;

/// Contracts a pattern's steps.
pub(super) fn contract(steps: Vec<Matcher>, patterns: &PatternsToMatch) -> Chain {
    let mut tail = Chain::new(steps);
    let mut done = Vec::new();
    while let Some(first) = tail.take_first() {
        match contract_first(first, &mut tail, patterns) {
            Contracted::Again(first) => tail.put_first(first),
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

/// The result for the first step.
enum Contracted {
    /// The steps changed, and the first is to be looked at again.
    Again(Matcher),
    Gone,
    No(Matcher),
    /// It is the last step.
    End(Matcher),
}

fn contract_first(first: Matcher, tail: &mut Chain, patterns: &PatternsToMatch) -> Contracted {
    if let M::MoveChild(child) = first {
        return contract_child(child, tail);
    }
    if let M::MoveSibling(child) = first {
        return contract_sibling(child, tail);
    }
    if let M::MoveParent = first {
        let Some(&M::MoveChild(child)) = tail.first() else { return Contracted::No(first) };
        tail.take_first();
        return Contracted::Again(M::MoveSibling(child));
    }
    // The structure is checked before types, so that more steps can be joined.
    if matches!(first, M::RecordNode { .. })
        && matches!(tail.first(), Some(M::CheckOpcode { .. }))
        && let Some(check) = tail.take_first()
    {
        tail.put_first(first);
        return Contracted::Again(check);
    }
    let M::EmitNode(node) = first else { return Contracted::No(first) };
    if let Some(&M::CompleteMatch { ref results, pattern }) = tail.first()
        && can_replace(&node, results, pattern, patterns)
    {
        return Contracted::End(M::MorphNodeTo { node, pattern });
    }
    Contracted::No(M::EmitNode(node))
}

/// Contracts a move to a child with a step there, or with a move back.
fn contract_child(child: u32, tail: &mut Chain) -> Contracted {
    if let Some(shorter) = tail.first().and_then(|next| for_child(child, next)) {
        tail.take_first();
        tail.put_first(M::MoveChild(child));
        return Contracted::Again(shorter);
    }
    if matches!(tail.first(), Some(M::MoveParent)) {
        tail.take_first();
        return Contracted::Gone;
    }
    Contracted::No(M::MoveChild(child))
}

/// Returns the step that combines moving to a child with `next`. The interpreter has such steps only for the first
/// children.
fn for_child(child: u32, next: &Matcher) -> Option<Matcher> {
    let (children, shorter) = if let M::RecordNode { what, slot } = *next {
        (0..CHILDREN, M::RecordChild { child, what, slot })
    } else if let M::CheckType { ty, result: 0 } = *next {
        (0..CHILDREN, M::CheckChildType { child, ty })
    } else if let M::CheckSame(slot) = *next {
        (0..COMPARED_CHILDREN, M::CheckChildSame { child, slot })
    } else if let M::CheckInteger(value) = *next {
        (0..INTEGER_CHILDREN, M::CheckChildInteger { child, value })
    } else if let M::CheckCondCode(code) = *next {
        (COND_CODE_CHILD..COND_CODE_CHILD + 1, M::CheckChild2CondCode(code))
    } else {
        return None;
    };
    children.contains(&child).then_some(shorter)
}

/// Contracts a move to a sibling, a few steps and a move to the parent: the steps are done from the parent.
fn contract_sibling(child: u32, tail: &mut Chain) -> Contracted {
    let next: Vec<&Matcher> = tail.iter().take(3).collect();
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
        next[..count].iter().map(|step| for_child(child, step)).collect();
    let Some(shorter) = shorter else { return Contracted::No(M::MoveSibling(child)) };
    for _ in 0..=count {
        tail.take_first();
    }
    for step in shorter.into_iter().rev() {
        tail.put_first(step);
    }
    Contracted::Again(M::MoveParent)
}

/// Whether the emitted node can replace the matched node: the results are the node's own, and it has the same chain
/// and glue.
fn can_replace(
    node: &EmitNode,
    results: &[u32],
    pattern: PatternIndex,
    patterns: &PatternsToMatch,
) -> bool {
    let first = node.first_slot.unwrap_or(0);
    let source = patterns.list[pattern as usize].source;
    results.iter().zip(first..).all(|(&result, slot)| result == slot)
        && (node.has_chain || !patterns.node_has(source, SdNodeProperty::HasChain))
        && (node.has_out_glue || !patterns.node_has(source, SdNodeProperty::OutGlue))
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use tablewright_selection::patterns::ForestOperation;
    use tablewright_target::instructions::InstructionId;
    use tablewright_test_support::{analysis, store_of, td};

    use super::super::matcher::RecordedValue;
    use super::*;

    /// A store whose only pattern matches a node without chain and glue.
    const DESCRIPTION: &str = r##"
def R0 : Register<"r0">;
def GPR : RegisterClass<"T", [i32], 32, (add R0)>;
def SUB : I<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set GPR:$d, (sub GPR:$a, GPR:$b))]>;
def Y1 : Instruction;
def Y2 : Instruction;
"##;

    fn check(steps: Vec<Matcher>, expected: &Expect) {
        let store = store_of(&td::patterns(DESCRIPTION));
        let chain = contract(steps, analysis(&store));
        expected.assert_eq(&chain.iter().map(|step| format!("{step:?}\n")).collect::<String>());
    }

    #[test]
    fn a_move_to_a_child_and_a_check_there_are_one_step() {
        check(
            vec![M::MoveChild(1), M::CheckInteger(7), M::CheckSame(0), M::MoveParent],
            &expect![[r#"
                CheckChildInteger { child: 1, value: 7 }
                CheckChildSame { child: 1, slot: 0 }
            "#]],
        );
    }

    #[test]
    fn only_the_first_children_have_steps_of_their_own() {
        check(
            vec![M::MoveChild(5), M::CheckInteger(7), M::MoveParent],
            &expect![[r#"
                MoveChild(5)
                CheckInteger(7)
                MoveParent
            "#]],
        );
    }

    #[test]
    fn a_move_up_and_down_again_is_a_move_to_a_sibling() {
        check(
            vec![M::MoveChild(0), M::RecordMemRef, M::MoveParent, M::MoveChild(1)],
            &expect![[r#"
                MoveChild(0)
                RecordMemRef
                MoveSibling(1)
            "#]],
        );
    }

    #[test]
    fn an_opcode_is_checked_before_its_node_is_recorded() {
        let store = store_of(&td::patterns(DESCRIPTION));
        let patterns: &PatternsToMatch = analysis(&store);
        let ForestOperation::Node(node) = patterns.forest().operation(patterns.list[0].source)
        else {
            panic!("the pattern matches a node")
        };
        let opcode = patterns.sd_node(node).opcode;
        let record = M::RecordNode { what: RecordedValue::Chained(node), slot: 0 };
        let chain = contract(vec![record, M::CheckOpcode { node, opcode }], patterns);
        let steps: Vec<&Matcher> = chain.iter().collect();
        assert!(matches!(steps[..], [M::CheckOpcode { .. }, M::RecordNode { .. }]));
    }

    fn node(first_slot: u32) -> Box<EmitNode> {
        Box::new(EmitNode {
            instruction: InstructionId::from_index(0),
            types: Vec::new(),
            operands: Vec::new(),
            has_chain: false,
            has_in_glue: false,
            has_out_glue: false,
            has_mem_refs: false,
            captures_symbol: false,
            fixed_arity: None,
            first_slot: Some(first_slot),
        })
    }

    fn is_morphed(results: Vec<u32>) -> bool {
        let store = store_of(&td::patterns(DESCRIPTION));
        let steps =
            vec![M::EmitNode(node(2)), M::CompleteMatch { results: results.into(), pattern: 0 }];
        let chain = contract(steps, analysis(&store));
        matches!(chain.first(), Some(M::MorphNodeTo { .. }))
    }

    #[test]
    fn a_node_whose_values_are_the_results_replaces_the_matched_one() {
        assert!(is_morphed(vec![2]));
        assert!(!is_morphed(vec![1]));
    }
}
