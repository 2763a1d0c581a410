//! MIR patterns as data: the elements of `(match …)`, `(apply …)` and `(pattern …)`.
//!
//! `parse` reads them, `describe` prints them.

use tablewright_index::define_index;
use tablewright_records::RecordId;

use super::Name;

define_index! {
    /// A pattern in its list.
    pub struct CombinePatternId;

    /// A fragment.
    pub struct CombineFragmentId;
}

/// A pattern.
#[derive(Debug)]
pub struct Pattern {
    /// The pattern name: explicit, or composed from the list name and the index.
    pub name: Name,
    /// The pattern's content.
    pub body: PatternBody,
}

/// The content of a [`Pattern`].
#[derive(Debug)]
pub enum PatternBody {
    /// `(wip_match_opcode A, B)`: any of these instructions, with any operands.
    AnyOpcode(Vec<RecordId>),
    /// C++ code, without spaces around it.
    Code(Box<str>),
    /// Something with operands.
    Instruction(InstructionPattern),
}

impl Pattern {
    /// Returns the pattern as an instruction; `None` for code and lists of opcodes.
    pub fn instruction(&self) -> Option<&InstructionPattern> {
        let PatternBody::Instruction(instruction) = &self.body else { return None };
        Some(instruction)
    }

    pub(super) fn instruction_mut(&mut self) -> Option<&mut InstructionPattern> {
        let PatternBody::Instruction(instruction) = &mut self.body else { return None };
        Some(instruction)
    }
}

/// A pattern with operands: an instruction, a use of a fragment, or a builtin.
#[derive(Debug)]
#[doc(alias = "CodeGenInstructionPattern")]
pub struct InstructionPattern {
    /// The kind of instruction.
    pub kind: InstructionKind,
    /// The record for the instruction, fragment or builtin. For an intrinsic: the generic instruction that calls it.
    pub record: RecordId,
    /// The operands, definitions first.
    pub operands: Vec<PatternOperand>,
    pub(super) arity: CombineArity,
}

/// The kind of an [`InstructionPattern`].
#[derive(Debug)]
pub enum InstructionKind {
    /// A target's or a generic instruction.
    Instruction {
        /// The intrinsic that it calls.
        intrinsic: Option<IntrinsicCall>,
        /// `(MIFlags …)`
        flags: Option<MiFlags>,
    },
    /// A `GICombinePatFrag`.
    Fragment(CombineFragmentId),
    /// A `GIBuiltinInst`.
    Builtin(Builtin),
}

/// A called intrinsic.
#[derive(Clone, Debug)]
pub struct IntrinsicCall {
    /// Its record.
    pub record: RecordId,
    /// The function name: `llvm.bswap`.
    pub function: Box<str>,
}

/// The builtin instructions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[doc(alias = "BuiltinPattern")]
pub enum Builtin {
    /// `(GIReplaceReg $old, $new)`: uses of one register are changed to another register.
    ReplaceReg,
    /// `(GIEraseRoot)`: the matched instruction is erased.
    EraseRoot,
    /// `(GIHasOneUse $x)`: the first result of the instruction that defines `$x` has a single use.
    HasOneUse,
}

impl Builtin {
    pub(super) const ALL: [(&'static str, Builtin); 3] = [
        ("GIReplaceReg", Builtin::ReplaceReg),
        ("GIEraseRoot", Builtin::EraseRoot),
        ("GIHasOneUse", Builtin::HasOneUse),
    ];

    /// Whether it is a check in a match list, not an action in an apply list.
    pub(super) fn is_check(self) -> bool {
        match self {
            Builtin::HasOneUse => true,
            Builtin::ReplaceReg | Builtin::EraseRoot => false,
        }
    }
}

/// The machine instruction flags that a pattern mentions. Each is listed once.
#[derive(Default, Debug)]
#[doc(alias = "MIFlagsInfo")]
pub struct MiFlags {
    /// Flags to match, or to set: the field `EnumName` of `MIFlagEnum`.
    pub set: Vec<Box<str>>,
    /// Flags that must be unset, or that are cleared.
    pub unset: Vec<Box<str>>,
    /// The matched instructions whose flags are copied.
    pub copied: Vec<Name>,
}

/// A pattern operand: `$x`, `i32:$x`, `0`, `(i32 0)`, `0:$x`.
#[derive(Clone, Debug)]
pub struct PatternOperand {
    /// Its value, for an immediate.
    pub immediate: Option<i64>,
    /// The operand name. Always present unless the operand is an immediate.
    pub name: Option<Name>,
    /// Its type.
    pub ty: Option<PatternType>,
    /// Whether the pattern defines it.
    pub is_def: bool,
}

impl PatternOperand {
    /// Returns the range for a `GIVariadic` operand; `None` for other operands.
    pub fn variadic(&self) -> Option<OperandRange> {
        let Some(PatternType::Variadic(range)) = self.ty else { return None };
        Some(range)
    }

    /// Whether it is an immediate with a name.
    pub fn is_named_immediate(&self) -> bool {
        self.immediate.is_some() && self.name.is_some()
    }
}

/// An operand type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PatternType {
    /// A type from a `ValueType` record.
    Value(RecordId),
    /// `GITypeOf<"$x">`: another operand's type.
    TypeOf(Name),
    /// `GIVariadic<min, max>`: the operand represents several operands, within this range.
    Variadic(OperandRange),
}

/// The range of operand counts for type `GIVariadic`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OperandRange {
    /// Minimum number.
    pub min: u32,
    /// Maximum number. 0 for no limit.
    pub max: u32,
}

/// The operand count that a pattern may have.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct CombineArity {
    /// The stated operand count.
    pub(super) operands: usize,
    /// The stated definition count.
    pub(super) defs: usize,
    /// Whether more may follow.
    pub(super) is_variadic: bool,
    /// Whether these are defined, too.
    pub(super) has_variadic_defs: bool,
}

impl InstructionPattern {
    /// Iterates over the operands that have a name.
    pub fn named_operands(&self) -> impl Iterator<Item = (Name, &PatternOperand)> {
        self.operands.iter().filter_map(|operand| Some((operand.name?, operand)))
    }

    /// Whether it is a target's or a generic instruction.
    pub fn is_instruction(&self) -> bool {
        matches!(self.kind, InstructionKind::Instruction { .. })
    }

    /// Returns the intrinsic that it calls.
    pub fn intrinsic(&self) -> Option<&IntrinsicCall> {
        let InstructionKind::Instruction { intrinsic, .. } = &self.kind else { return None };
        intrinsic.as_ref()
    }

    /// Returns the flags that it mentions.
    pub fn flags(&self) -> Option<&MiFlags> {
        let InstructionKind::Instruction { flags, .. } = &self.kind else { return None };
        flags.as_ref()
    }

    /// Whether there can be more operands than the instruction states.
    pub fn is_variadic(&self) -> bool {
        self.arity.is_variadic
    }

    /// Returns whether variadic operands are definitions.
    pub fn has_variadic_defs(&self) -> bool {
        self.arity.is_variadic && self.arity.has_variadic_defs
    }

    /// Returns the minimum operand count.
    pub(super) fn expected_operands(&self) -> usize {
        if self.arity.is_variadic {
            self.arity.operands.max(self.operands.len())
        } else {
            self.arity.operands
        }
    }

    /// Returns the definition count. While operands are being read, it may exceed the operand count.
    pub fn def_count(&self) -> usize {
        let CombineArity { operands, defs, .. } = self.arity;
        if !self.has_variadic_defs() {
            return defs;
        }
        match self.operands.len().checked_sub(operands - defs) {
            Some(count) => count.max(defs),
            None => usize::MAX,
        }
    }
}
