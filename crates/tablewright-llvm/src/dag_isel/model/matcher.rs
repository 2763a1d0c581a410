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
use tablewright_text::Leb128;

/// The index of a pattern in the order in which patterns are tried.
pub(crate) type PatternIndex = u32;

/// The type of a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum MatcherType {
    /// The same in all modes of the hardware.
    Simple(ValueType),
    /// It depends on the mode: the index of what [`ModeTypes`](super::mode_types::ModeTypes) has of it.
    ByHwMode(u32),
}

/// Steps one after the other.
#[derive(Clone, Default, Debug)]
pub(crate) struct Chain {
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

    pub(crate) fn take_first(&mut self) -> Option<Matcher> {
        self.reversed.pop()
    }

    /// Takes away the step that is `at` steps after the first.
    pub(super) fn take(&mut self, at: usize) -> Matcher {
        self.reversed.remove(self.reversed.len() - 1 - at)
    }

    pub(super) fn put_first(&mut self, matcher: Matcher) {
        self.reversed.push(matcher);
    }

    /// Calls `visit` for each step of the tree that begins with the chain, in the order of the table.
    pub(super) fn visit(&self, visit: &mut dyn FnMut(&Matcher)) {
        for matcher in self.iter() {
            visit(matcher);
            if let M::Scope(branches) = matcher {
                branches.iter().for_each(|branch| branch.visit(visit));
            } else if let M::SwitchOpcode(cases) = matcher {
                cases.iter().for_each(|(_, case)| case.visit(visit));
            } else if let M::SwitchType(cases) = matcher {
                cases.iter().for_each(|(_, case)| case.visit(visit));
            }
        }
    }

    /// The steps in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Matcher> {
        self.reversed.iter().rev()
    }
}

/// What is recorded, for comments.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Recorded {
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

/// A node that a step emits.
#[doc(alias = "EmitNodeMatcherCommon")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct EmitNode {
    pub(crate) instruction: InstructionId,
    pub(crate) types: Vec<MatcherType>,
    /// The slots of the operands.
    pub(crate) operands: Vec<u32>,
    pub(crate) has_chain: bool,
    pub(crate) has_in_glue: bool,
    pub(crate) has_out_glue: bool,
    pub(crate) has_mem_refs: bool,
    /// Whether it takes over the deactivation symbol of the matched node.
    pub(crate) captures_symbol: bool,
    /// How many operands the matched node has besides those that are passed on.
    pub(crate) fixed_arity: Option<u32>,
    /// The slot of the first result; that of a node which replaces the matched one is none.
    pub(crate) first_slot: Option<u32>,
}

impl EmitNode {
    /// Whether the type of some result depends on the mode of the hardware.
    pub(super) fn depends_on_mode(&self) -> bool {
        self.types.iter().any(|ty| matches!(ty, MatcherType::ByHwMode(_)))
    }

    /// The slots of the operands, each as ULEB128.
    pub(super) fn operand_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.operands.len());
        for &slot in &self.operands {
            bytes.extend_from_slice(Leb128::unsigned(slot.into()).bytes());
        }
        bytes
    }
}

/// An integer that a step emits.
#[derive(Clone, Debug)]
pub(crate) struct EmitInteger {
    pub(crate) value: i64,
    pub(crate) ty: MatcherType,
    pub(crate) slot: u32,
    /// What the integer is the number of, for comments.
    pub(crate) name: Option<Box<str>>,
}

impl EmitInteger {
    /// Whether a step can take the place of another.
    fn is_same(&self, other: &EmitInteger) -> bool {
        self.value == other.value && self.ty == other.ty
    }
}

/// A step of the interpreter. A slot is the number of a recorded value.
#[doc(alias = "ScopeMatcher")]
#[doc(alias = "SwitchOpcodeMatcher")]
#[derive(Clone, Debug)]
pub(crate) enum Matcher {
    Scope(Vec<Chain>),
    SwitchOpcode(Vec<(SdNodeId, Chain)>),
    SwitchType(Vec<(ValueType, Chain)>),
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
        ty: MatcherType,
        result: u32,
    },
    CheckChildType {
        child: u32,
        ty: MatcherType,
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
        ty: MatcherType,
        slot: u32,
    },
    EmitRegister {
        register: Option<RegisterId>,
        ty: MatcherType,
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
        pattern: PatternIndex,
    },
    MorphNodeTo {
        node: Box<EmitNode>,
        pattern: PatternIndex,
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
        match *self {
            // These are never first in a chain that is compared.
            M::Scope(_) | M::SwitchOpcode(_) | M::SwitchType(_) => false,
            M::RecordNode { .. }
            | M::RecordMemRef
            | M::CaptureGlueInput
            | M::MoveParent
            | M::CheckImmAllOnesV
            | M::CheckImmAllZerosV
            | M::CheckFoldableChainNode => self.is_same_kind(other),
            M::RecordChild { child, .. } => {
                matches!(*other, M::RecordChild { child: c, .. } if c == child)
            }
            M::MoveChild(child) => matches!(*other, M::MoveChild(c) if c == child),
            M::MoveSibling(child) => matches!(*other, M::MoveSibling(c) if c == child),
            M::CheckSame(slot) => matches!(*other, M::CheckSame(s) if s == slot),
            M::CheckChildSame { child, slot } => {
                matches!(*other, M::CheckChildSame { child: c, slot: s } if c == child && s == slot)
            }
            M::CheckPatternPredicate(number) => {
                matches!(*other, M::CheckPatternPredicate(n) if n == number)
            }
            M::CheckPredicate { fragment, .. } => {
                matches!(*other, M::CheckPredicate { fragment: f, .. } if f == fragment)
            }
            M::CheckOpcode { opcode, .. } => {
                matches!(*other, M::CheckOpcode { opcode: o, .. } if o == opcode)
            }
            M::CheckType { ty, .. } => matches!(*other, M::CheckType { ty: t, .. } if t == ty),
            M::CheckChildType { child, ty } => {
                matches!(*other, M::CheckChildType { child: c, ty: t } if c == child && t == ty)
            }
            M::CheckInteger(value) => matches!(*other, M::CheckInteger(v) if v == value),
            M::CheckChildInteger { child, value } => {
                matches!(*other, M::CheckChildInteger { child: c, value: v } if c == child && v == value)
            }
            M::CheckCondCode(code) => matches!(*other, M::CheckCondCode(c) if c == code),
            M::CheckChild2CondCode(code) => {
                matches!(*other, M::CheckChild2CondCode(c) if c == code)
            }
            M::CheckValueType(ty) => matches!(*other, M::CheckValueType(t) if t == ty),
            M::CheckComplexPat { pattern, slot, .. } => {
                matches!(*other, M::CheckComplexPat { pattern: p, slot: s, .. } if p == pattern && s == slot)
            }
            M::CheckAndImm(value) => matches!(*other, M::CheckAndImm(v) if v == value),
            M::CheckOrImm(value) => matches!(*other, M::CheckOrImm(v) if v == value),
            M::EmitInteger(ref integer) => {
                matches!(other, M::EmitInteger(i) if i.is_same(integer))
            }
            M::EmitStringInteger { ref text, ty, .. } => {
                matches!(*other, M::EmitStringInteger { text: ref t, ty: of, .. } if t == text && of == ty)
            }
            M::EmitRegister { register, ty } => {
                matches!(*other, M::EmitRegister { register: r, ty: t } if r == register && t == ty)
            }
            M::EmitConvertToTarget(slot) => {
                matches!(*other, M::EmitConvertToTarget(s) if s == slot)
            }
            M::EmitMergeInputChains(ref slots) => {
                matches!(other, M::EmitMergeInputChains(s) if s == slots)
            }
            M::EmitCopyToReg { slot, register } => {
                matches!(*other, M::EmitCopyToReg { slot: s, register: r } if s == slot && r == register)
            }
            M::EmitNode(ref node) => matches!(other, M::EmitNode(n) if n.makes_same(node)),
            M::EmitNodeXForm { transform, slot } => {
                matches!(*other, M::EmitNodeXForm { transform: t, slot: s } if t == transform && s == slot)
            }
            M::CompleteMatch { ref results, pattern } => {
                matches!(other, M::CompleteMatch { results: r, pattern: p } if r == results && *p == pattern)
            }
            M::MorphNodeTo { ref node, .. } => {
                matches!(other, M::MorphNodeTo { node: n, .. } if n.makes_same(node))
            }
        }
    }

    /// What the step checks to have one value, and the value; none for other steps.
    pub(super) fn checked_value(&self) -> Option<CheckedValue> {
        let (subject, value) = match *self {
            M::CheckOpcode { opcode, .. } => (Subject::Opcode, Value::Opcode(opcode)),
            M::CheckInteger(value) => (Subject::Integer, Value::Integer(value)),
            M::CheckChildInteger { child, value } => {
                (Subject::ChildInteger(child), Value::Integer(value))
            }
            M::CheckCondCode(code) => (Subject::CondCode, Value::CondCode(code)),
            M::CheckChild2CondCode(code) => (Subject::Child2CondCode, Value::CondCode(code)),
            M::CheckValueType(ty) => (Subject::ValueType, Value::Type(ty)),
            // A type may be compatible with another one, and C++ may accept several values.
            M::Scope(_)
            | M::SwitchOpcode(_)
            | M::SwitchType(_)
            | M::RecordNode { .. }
            | M::RecordChild { .. }
            | M::RecordMemRef
            | M::CaptureGlueInput
            | M::MoveChild(_)
            | M::MoveSibling(_)
            | M::MoveParent
            | M::CheckSame(_)
            | M::CheckChildSame { .. }
            | M::CheckPatternPredicate(_)
            | M::CheckPredicate { .. }
            | M::CheckType { .. }
            | M::CheckChildType { .. }
            | M::CheckComplexPat { .. }
            | M::CheckAndImm(_)
            | M::CheckOrImm(_)
            | M::CheckImmAllOnesV
            | M::CheckImmAllZerosV
            | M::CheckFoldableChainNode
            | M::EmitInteger(_)
            | M::EmitStringInteger { .. }
            | M::EmitRegister { .. }
            | M::EmitConvertToTarget(_)
            | M::EmitMergeInputChains(_)
            | M::EmitCopyToReg { .. }
            | M::EmitNode(_)
            | M::EmitNodeXForm { .. }
            | M::CompleteMatch { .. }
            | M::MorphNodeTo { .. } => return None,
        };
        Some(CheckedValue { subject, value })
    }

    /// The pattern that the step completes.
    pub(crate) fn pattern(&self) -> Option<PatternIndex> {
        let (M::CompleteMatch { pattern, .. } | M::MorphNodeTo { pattern, .. }) = self else {
            return None;
        };
        Some(*pattern)
    }

    /// Whether both are steps of the same kind.
    pub(super) fn is_same_kind(&self, other: &Matcher) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }
}

/// A check that holds for one value only: two of one subject contradict each other or are equal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct CheckedValue {
    pub(super) subject: Subject,
    pub(super) value: Value,
}

/// The subject of a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Subject {
    Opcode,
    Integer,
    ChildInteger(u32),
    CondCode,
    Child2CondCode,
    ValueType,
}

/// A value that a step checks for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Value {
    Opcode(Symbol),
    Integer(i64),
    CondCode(RecordId),
    Type(ValueType),
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
            captures_symbol,
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
            && *captures_symbol == other.captures_symbol
            && *fixed_arity == other.fixed_arity
    }
}
