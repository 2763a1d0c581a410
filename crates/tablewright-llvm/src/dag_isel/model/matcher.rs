//! Matchers: steps for the table's interpreter.
//!
//! A [`Chain`] is a sequence of steps. A [`Matcher::Scope`] tries several chains in order, and a switch selects a
//! chain by opcode or type; both end the chain they are in.

use tablewright_records::RecordId;
use tablewright_selection::patterns::{ComplexPatternId, FragmentId, SdNodeId, TransformId};
use tablewright_syntax::symbol::Symbol;
use tablewright_target::instructions::InstructionId;
use tablewright_target::registers::RegisterId;
use tablewright_target::value_types::ValueType;
use tablewright_text::Leb128;

/// Pattern index in trial order.
pub(crate) type PatternIndex = u32;

/// A value's type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum MatcherType {
    /// A type that is equal in all hardware modes.
    Simple(ValueType),
    /// A type that depends on the hardware mode: an index into [`ModeTypes`](super::mode_types::ModeTypes).
    ByHwMode(u32),
}

/// A step sequence.
#[derive(Clone, Default, Debug)]
pub(crate) struct Chain {
    /// Steps in reverse order, so that removing the first is cheap.
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

    /// Returns the first step.
    pub(super) fn first(&self) -> Option<&Matcher> {
        self.reversed.last()
    }

    pub(super) fn first_mut(&mut self) -> Option<&mut Matcher> {
        self.reversed.last_mut()
    }

    /// Returns the last step.
    pub(super) fn last_mut(&mut self) -> Option<&mut Matcher> {
        self.reversed.first_mut()
    }

    pub(crate) fn take_first(&mut self) -> Option<Matcher> {
        self.reversed.pop()
    }

    /// Removes the step `at` steps after the first.
    pub(super) fn take(&mut self, at: usize) -> Matcher {
        self.reversed.remove(self.reversed.len() - 1 - at)
    }

    pub(super) fn put_first(&mut self, matcher: Matcher) {
        self.reversed.push(matcher);
    }

    /// Calls `visit` for each step in the tree under the chain, in table order.
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

    /// Iterates over the steps in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Matcher> {
        self.reversed.iter().rev()
    }
}

/// A recorded value, for comments.
#[derive(Clone, Copy, Debug)]
pub(crate) enum RecordedValue {
    /// A node with this name.
    Named(Symbol),
    /// An argument to a fragment's predicate.
    Argument {
        scope: u32,
        name: Symbol,
    },
    /// A node with a chain.
    Chained(SdNodeId),
    /// A node with a glue result.
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
    /// Operand slots.
    pub(crate) operands: Vec<u32>,
    pub(crate) has_chain: bool,
    pub(crate) has_in_glue: bool,
    pub(crate) has_out_glue: bool,
    pub(crate) has_mem_refs: bool,
    /// Whether the node copies the deactivation symbol from the matched node.
    pub(crate) captures_symbol: bool,
    /// Number of fixed operands in the matched node. The rest are passed on.
    pub(crate) fixed_arity: Option<u32>,
    /// Slot for the first result. `None` if the node replaces the matched node.
    pub(crate) first_slot: Option<u32>,
}

impl EmitNode {
    /// Whether the type of any result depends on the hardware mode.
    pub(super) fn depends_on_mode(&self) -> bool {
        self.types.iter().any(|ty| matches!(ty, MatcherType::ByHwMode(_)))
    }

    /// Returns the operand slots, each as ULEB128.
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
    /// Name for the integer, for comments.
    pub(crate) name: Option<Box<str>>,
}

impl EmitInteger {
    /// Whether one step can replace the other.
    fn is_same(&self, other: &EmitInteger) -> bool {
        self.value == other.value && self.ty == other.ty
    }
}

/// An interpreter step. A slot is the number of a recorded value.
#[doc(alias = "ScopeMatcher")]
#[doc(alias = "SwitchOpcodeMatcher")]
#[derive(Clone, Debug)]
pub(crate) enum Matcher {
    Scope(Vec<Chain>),
    SwitchOpcode(Vec<(SdNodeId, Chain)>),
    SwitchType(Vec<(ValueType, Chain)>),
    RecordNode {
        what: RecordedValue,
        slot: u32,
    },
    RecordChild {
        child: u32,
        what: RecordedValue,
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
    /// A C++ condition, as an index into the pattern predicates.
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
    /// The node is `undef`, whose opcode this is.
    CheckUndef(Symbol),
    CheckFoldableChainNode,
    EmitInteger(EmitInteger),
    /// A C++ enumerator below 128.
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
    /// Whether the step only checks.
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
                | M::CheckUndef(_)
                | M::CheckFoldableChainNode
        )
    }

    /// Whether the step only checks or records.
    pub(super) fn is_simple_predicate_or_record(&self) -> bool {
        self.is_simple_predicate() || matches!(self, M::RecordNode { .. } | M::RecordChild { .. })
    }

    /// Whether the step can move before `other`, the preceding step.
    pub(super) fn can_move_before(&self, other: &Matcher) -> bool {
        if self.is_simple_predicate() {
            return other.is_simple_predicate_or_record();
        }
        // Recorded values are numbered, so records keep their order. The reference tests this step in cases in which it
        // could test the other step, so only checks move.
        false
    }

    /// Whether both steps have the same effect. Slot names and result indices of types are ignored: tools expect such
    /// steps to be joined.
    pub(super) fn does_same(&self, other: &Matcher) -> bool {
        match *self {
            // These steps are never first in a compared chain.
            M::Scope(_) | M::SwitchOpcode(_) | M::SwitchType(_) => false,
            M::RecordNode { .. }
            | M::RecordMemRef
            | M::CaptureGlueInput
            | M::MoveParent
            | M::CheckImmAllOnesV
            | M::CheckImmAllZerosV
            | M::CheckUndef(_)
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

    /// Returns the checked subject and its required value. `None` for steps that are not such checks.
    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "a projection: only checks for equality have a subject and a value"
    )]
    pub(super) fn checked_value(&self) -> Option<CheckedValue> {
        let (subject, value) = match *self {
            M::CheckOpcode { opcode, .. } => (MatcherSubject::Opcode, MatcherValue::Opcode(opcode)),
            M::CheckInteger(value) => (MatcherSubject::Integer, MatcherValue::Integer(value)),
            M::CheckChildInteger { child, value } => {
                (MatcherSubject::ChildInteger(child), MatcherValue::Integer(value))
            }
            M::CheckCondCode(code) => (MatcherSubject::CondCode, MatcherValue::CondCode(code)),
            M::CheckChild2CondCode(code) => {
                (MatcherSubject::Child2CondCode, MatcherValue::CondCode(code))
            }
            M::CheckValueType(ty) => (MatcherSubject::ValueType, MatcherValue::Type(ty)),
            // A type may be compatible with another type, and C++ may accept several values.
            _ => return None,
        };
        Some(CheckedValue { subject, value })
    }

    /// Returns the pattern that the step completes.
    pub(crate) fn pattern(&self) -> Option<PatternIndex> {
        let (M::CompleteMatch { pattern, .. } | M::MorphNodeTo { pattern, .. }) = self else {
            return None;
        };
        Some(*pattern)
    }

    /// Whether both steps have the same kind.
    pub(super) fn is_same_kind(&self, other: &Matcher) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }
}

/// A check for a single value: two checks with the same subject are equal or contradict each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct CheckedValue {
    pub(super) subject: MatcherSubject,
    pub(super) value: MatcherValue,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MatcherSubject {
    Opcode,
    Integer,
    ChildInteger(u32),
    CondCode,
    Child2CondCode,
    ValueType,
}

/// The value that a step requires.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum MatcherValue {
    Opcode(Symbol),
    Integer(i64),
    CondCode(RecordId),
    Type(ValueType),
}

impl EmitNode {
    /// Whether both create the same node, apart from result slots.
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
