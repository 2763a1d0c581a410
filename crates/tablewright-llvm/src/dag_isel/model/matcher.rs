//! Matchers: the steps of the table's interpreter.
//!
//! A [`Chain`] is steps one after the other. Of several ways to go on, a [`Matcher::Scope`] tries one after
//! the other, and a switch chooses by opcode or type; both end a chain.

use tablewright_records::RecordId;
use tablewright_syntax::symbol::Symbol;
use tablewright_target::instructions::InstructionId;
use tablewright_target::patterns::{ComplexPatternId, FragmentId, SdNodeId, TransformId};
use tablewright_target::registers::RegisterId;
use tablewright_target::value_types::ValueType;

/// The place of a pattern in the order in which patterns are tried.
pub(in crate::dag_isel) type PatternPlace = u32;

/// Steps one after the other.
#[derive(Clone, Default, Debug)]
pub(in crate::dag_isel) struct Chain {
    /// In reverse, so that the first is taken away at no cost.
    reversed: Vec<Matcher>,
}

impl Chain {
    pub(super) fn new(mut matchers: Vec<Matcher>) -> Chain {
        matchers.reverse();
        Chain { reversed: matchers }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.reversed.is_empty()
    }

    /// The first step.
    pub(super) fn first(&self) -> Option<&Matcher> {
        self.reversed.last()
    }

    pub(super) fn first_mut(&mut self) -> Option<&mut Matcher> {
        self.reversed.last_mut()
    }

    /// The last step.
    pub(super) fn last_mut(&mut self) -> Option<&mut Matcher> {
        self.reversed.first_mut()
    }

    pub(in crate::dag_isel) fn take_first(&mut self) -> Option<Matcher> {
        self.reversed.pop()
    }

    /// Takes away the step that is `at` steps behind the first.
    pub(super) fn take(&mut self, at: usize) -> Matcher {
        self.reversed.remove(self.reversed.len() - 1 - at)
    }

    pub(super) fn put_first(&mut self, matcher: Matcher) {
        self.reversed.push(matcher);
    }

    /// The steps in order.
    pub(in crate::dag_isel) fn iter(&self) -> impl Iterator<Item = &Matcher> {
        self.reversed.iter().rev()
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Matcher> {
        self.reversed.iter_mut().rev()
    }
}

/// A way to go on, with the number of bytes that it takes in the table.
#[derive(Clone, Debug)]
pub(in crate::dag_isel) struct Branch {
    pub(in crate::dag_isel) chain: Chain,
    pub(in crate::dag_isel) size: u32,
}

impl Branch {
    pub(super) fn new(chain: Chain) -> Branch {
        Branch { chain, size: 0 }
    }
}

/// What is recorded, for comments.
#[derive(Clone, Copy, Debug)]
pub(in crate::dag_isel) enum Recorded {
    /// A node of that name.
    Named(Symbol),
    /// An argument of a predicate of a fragment.
    Argument {
        scope: u32,
        name: Symbol,
    },
    /// A node that has a chain.
    Chained(SdNodeId),
    /// A node that has glue as a result.
    Glued(SdNodeId),
    Register(RecordId),
    ComplexPattern(ComplexPatternId),
}

/// A node that is made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::dag_isel) struct EmitNode {
    pub(in crate::dag_isel) instruction: InstructionId,
    pub(in crate::dag_isel) types: Vec<ValueType>,
    /// The slots of the operands.
    pub(in crate::dag_isel) operands: Vec<u32>,
    pub(in crate::dag_isel) has_chain: bool,
    pub(in crate::dag_isel) has_in_glue: bool,
    pub(in crate::dag_isel) has_out_glue: bool,
    pub(in crate::dag_isel) has_mem_refs: bool,
    /// How many operands the matched node has besides those that are passed on.
    pub(in crate::dag_isel) fixed_arity: Option<u32>,
    /// The slot of the first result; that of a node which replaces the matched one is none.
    pub(in crate::dag_isel) first_slot: Option<u32>,
}

/// An integer that is made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::dag_isel) struct EmitInteger {
    pub(in crate::dag_isel) value: i64,
    pub(in crate::dag_isel) ty: ValueType,
}

/// A step of the interpreter. "Slot" is a place among what was recorded.
#[derive(Clone, Debug)]
pub(in crate::dag_isel) enum Matcher {
    Scope(Vec<Branch>),
    SwitchOpcode(Vec<(SdNodeId, Branch)>),
    SwitchType(Vec<(ValueType, Branch)>),
    RecordNode {
        what: Recorded,
        slot: u32,
    },
    RecordChild {
        child: u32,
        what: Recorded,
        slot: u32,
    },
    RecordMemRef,
    CaptureGlueInput,
    MoveChild(u32),
    MoveSibling(u32),
    MoveParent,
    CheckSame(u32),
    CheckChildSame {
        child: u32,
        slot: u32,
    },
    /// A C++ condition, by its number among those of the patterns.
    CheckPatternPredicate(u32),
    CheckPredicate {
        fragment: FragmentId,
        operands: Box<[u32]>,
    },
    CheckOpcode {
        node: SdNodeId,
        opcode: Symbol,
    },
    CheckType {
        ty: ValueType,
        result: u32,
    },
    CheckChildType {
        child: u32,
        ty: ValueType,
    },
    CheckInteger(i64),
    CheckChildInteger {
        child: u32,
        value: i64,
    },
    CheckCondCode(RecordId),
    CheckChild2CondCode(RecordId),
    CheckValueType(ValueType),
    CheckComplexPat {
        pattern: ComplexPatternId,
        slot: u32,
        first_slot: u32,
        name: Option<Symbol>,
    },
    CheckAndImm(i64),
    CheckOrImm(i64),
    CheckImmAllOnesV,
    CheckImmAllZerosV,
    CheckFoldableChainNode,
    EmitInteger(EmitInteger),
    /// An enumerator of C++, which is below 128.
    EmitStringInteger {
        text: Box<str>,
        ty: ValueType,
    },
    EmitRegister {
        register: Option<RegisterId>,
        ty: ValueType,
    },
    EmitConvertToTarget(u32),
    EmitMergeInputChains(Box<[u32]>),
    EmitCopyToReg {
        slot: u32,
        register: RegisterId,
    },
    EmitNode(Box<EmitNode>),
    EmitNodeXForm {
        transform: TransformId,
        slot: u32,
    },
    CompleteMatch {
        results: Box<[u32]>,
        pattern: PatternPlace,
    },
    MorphNodeTo {
        node: Box<EmitNode>,
        pattern: PatternPlace,
    },
}

use Matcher as M;

impl Matcher {
    /// Whether it only checks something.
    pub(super) fn is_simple_predicate(&self) -> bool {
        matches!(
            self,
            M::CheckSame(_)
                | M::CheckChildSame { .. }
                | M::CheckPatternPredicate(_)
                | M::CheckPredicate { .. }
                | M::CheckOpcode { .. }
                | M::CheckType { .. }
                | M::CheckChildType { .. }
                | M::CheckInteger(_)
                | M::CheckChildInteger { .. }
                | M::CheckCondCode(_)
                | M::CheckChild2CondCode(_)
                | M::CheckValueType(_)
                | M::CheckAndImm(_)
                | M::CheckOrImm(_)
                | M::CheckImmAllOnesV
                | M::CheckImmAllZerosV
                | M::CheckFoldableChainNode
        )
    }

    /// Whether it only checks or records something.
    pub(super) fn is_simple_predicate_or_record(&self) -> bool {
        self.is_simple_predicate() || matches!(self, M::RecordNode { .. } | M::RecordChild { .. })
    }

    /// Whether it can be done before `other`, which is done before it now.
    pub(super) fn can_move_before(&self, other: &Matcher) -> bool {
        if self.is_simple_predicate() {
            return other.is_simple_predicate_or_record();
        }
        // What is recorded has a number, so that records keep their order. The reference looks at the step
        // itself where it could look at the other one, so nothing but checks moves at all.
        false
    }

    /// Whether both do the same. What slots are called does not matter, nor which result a type is of:
    /// tools expect the same steps to be joined.
    pub(super) fn does_same(&self, other: &Matcher) -> bool {
        match (self, other) {
            (M::RecordNode { .. }, M::RecordNode { .. })
            | (M::RecordMemRef, M::RecordMemRef)
            | (M::CaptureGlueInput, M::CaptureGlueInput)
            | (M::MoveParent, M::MoveParent)
            | (M::CheckImmAllOnesV, M::CheckImmAllOnesV)
            | (M::CheckImmAllZerosV, M::CheckImmAllZerosV)
            | (M::CheckFoldableChainNode, M::CheckFoldableChainNode) => true,
            (M::RecordChild { child: a, .. }, M::RecordChild { child: b, .. }) => a == b,
            (M::MoveChild(a), M::MoveChild(b))
            | (M::MoveSibling(a), M::MoveSibling(b))
            | (M::CheckSame(a), M::CheckSame(b))
            | (M::CheckPatternPredicate(a), M::CheckPatternPredicate(b))
            | (M::EmitConvertToTarget(a), M::EmitConvertToTarget(b)) => a == b,
            (M::CheckChildSame { child, slot }, M::CheckChildSame { child: c, slot: s }) => {
                child == c && slot == s
            }
            (M::CheckPredicate { fragment: a, .. }, M::CheckPredicate { fragment: b, .. }) => {
                a == b
            }
            (M::CheckOpcode { opcode: a, .. }, M::CheckOpcode { opcode: b, .. }) => a == b,
            (M::CheckType { ty: a, .. }, M::CheckType { ty: b, .. })
            | (M::CheckValueType(a), M::CheckValueType(b)) => a == b,
            (M::CheckChildType { child, ty }, M::CheckChildType { child: c, ty: t }) => {
                child == c && ty == t
            }
            (M::CheckInteger(a), M::CheckInteger(b))
            | (M::CheckAndImm(a), M::CheckAndImm(b))
            | (M::CheckOrImm(a), M::CheckOrImm(b)) => a == b,
            (
                M::CheckChildInteger { child, value },
                M::CheckChildInteger { child: c, value: v },
            ) => child == c && value == v,
            (M::CheckCondCode(a), M::CheckCondCode(b))
            | (M::CheckChild2CondCode(a), M::CheckChild2CondCode(b)) => a == b,
            (
                M::CheckComplexPat { pattern: a, slot: at, .. },
                M::CheckComplexPat { pattern: b, slot: other, .. },
            ) => a == b && at == other,
            (M::EmitInteger(a), M::EmitInteger(b)) => a == b,
            (
                M::EmitStringInteger { text, ty },
                M::EmitStringInteger { text: other, ty: other_ty },
            ) => text == other && ty == other_ty,
            (
                M::EmitRegister { register, ty },
                M::EmitRegister { register: other, ty: other_ty },
            ) => register == other && ty == other_ty,
            (M::EmitMergeInputChains(a), M::EmitMergeInputChains(b)) => a == b,
            (M::EmitCopyToReg { slot, register }, M::EmitCopyToReg { slot: s, register: r }) => {
                slot == s && register == r
            }
            (M::EmitNode(a), M::EmitNode(b)) => a.makes_same(b),
            (M::MorphNodeTo { node: a, .. }, M::MorphNodeTo { node: b, .. }) => a.makes_same(b),
            (M::EmitNodeXForm { transform, slot }, M::EmitNodeXForm { transform: t, slot: s }) => {
                transform == t && slot == s
            }
            (
                M::CompleteMatch { results, pattern },
                M::CompleteMatch { results: other, pattern: other_pattern },
            ) => results == other && pattern == other_pattern,
            _ => false,
        }
    }

    /// Whether both are steps of the same kind.
    pub(super) fn is_same_kind(&self, other: &Matcher) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }
}

impl EmitNode {
    /// Whether both make the same, wherever the results are put.
    fn makes_same(&self, other: &EmitNode) -> bool {
        let EmitNode {
            instruction,
            types,
            operands,
            has_chain,
            has_in_glue,
            has_out_glue,
            has_mem_refs,
            fixed_arity,
            first_slot: _,
        } = self;
        *instruction == other.instruction
            && *types == other.types
            && *operands == other.operands
            && *has_chain == other.has_chain
            && *has_in_glue == other.has_in_glue
            && *has_out_glue == other.has_out_glue
            && *has_mem_refs == other.has_mem_refs
            && *fixed_arity == other.fixed_arity
    }
}
