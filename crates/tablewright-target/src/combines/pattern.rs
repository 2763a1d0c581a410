//! MIR patterns as data: what stands in the lists `(match …)`, `(apply …)` and `(pattern …)`.
//!
//! How they are read is left to `parse`, how they are spelt to `describe`.

use tablewright_index::define_index;
use tablewright_records::RecordId;

use super::Name;

define_index! {
    /// A pattern in its list.
    pub struct PatternId;

    /// A fragment.
    pub struct FragmentId;
}

/// A pattern.
#[derive(Debug)]
pub struct Pattern {
    /// Its name: as it was given, or composed of the list's and the place in it.
    pub name: Name,
    /// What it is.
    pub body: PatternBody,
}

/// What a [`Pattern`] is.
#[derive(Debug)]
pub enum PatternBody {
    /// `(wip_match_opcode A, B)`: any of these instructions, whatever its operands.
    AnyOpcode(Vec<RecordId>),
    /// C++ code, without spaces around it.
    Code(Box<str>),
    /// Something with operands.
    Instruction(InstructionPattern),
}

impl Pattern {
    /// The instruction that it is; `None` for code and lists of opcodes.
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
    /// Which of these.
    pub kind: InstructionKind,
    /// The record of the instruction, fragment or builtin. For an intrinsic it is the generic
    /// instruction that calls one.
    pub record: RecordId,
    /// The operands, those that it defines first.
    pub operands: Vec<PatternOperand>,
    pub(super) arity: Arity,
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
    Fragment(FragmentId),
    /// A `GIBuiltinInst`.
    Builtin(Builtin),
}

/// An intrinsic that is called.
#[derive(Clone, Debug)]
pub struct IntrinsicCall {
    /// Its record.
    pub record: RecordId,
    /// The name of its function: `llvm.bswap`.
    pub function: Box<str>,
}

/// The builtin instructions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[doc(alias = "BuiltinPattern")]
pub enum Builtin {
    /// `(GIReplaceReg $old, $new)`: uses of one register become uses of another.
    ReplaceReg,
    /// `(GIEraseRoot)`: the matched instruction is erased.
    EraseRoot,
}

impl Builtin {
    pub(super) const ALL: [(&'static str, Builtin); 2] =
        [("GIReplaceReg", Builtin::ReplaceReg), ("GIEraseRoot", Builtin::EraseRoot)];
}

/// The flags of a machine instruction that a pattern mentions. Each is listed once.
#[derive(Default, Debug)]
#[doc(alias = "MIFlagsInfo")]
pub struct MiFlags {
    /// Flags to match, or to set: the field `EnumName` of `MIFlagEnum`.
    pub set: Vec<Box<str>>,
    /// Flags that may not be there, or are to be cleared.
    pub unset: Vec<Box<str>>,
    /// The matched instructions whose flags are copied.
    pub copied: Vec<Name>,
}

/// An operand of a pattern: `$x`, `i32:$x`, `0`, `(i32 0)`, `0:$x`.
#[derive(Clone, Debug)]
pub struct PatternOperand {
    /// Its value, for an immediate.
    pub immediate: Option<i64>,
    /// Its name. One that is no immediate always has one.
    pub name: Option<Name>,
    /// Its type.
    pub ty: Option<PatternType>,
    /// Whether the pattern defines it.
    pub is_def: bool,
}

impl PatternOperand {
    /// How many operands it stands for, if it is of type `GIVariadic`.
    pub fn variadic(&self) -> Option<OperandRange> {
        let Some(PatternType::Variadic(range)) = self.ty else { return None };
        Some(range)
    }

    /// Whether it is an immediate with a name.
    pub fn is_named_immediate(&self) -> bool {
        self.immediate.is_some() && self.name.is_some()
    }
}

/// The type of an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PatternType {
    /// That of a record of class `ValueType`.
    Value(RecordId),
    /// `GITypeOf<"$x">`: that of another operand.
    TypeOf(Name),
    /// `GIVariadic<min, max>`: the operand stands for that many.
    Variadic(OperandRange),
}

/// How many operands one of type `GIVariadic` stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OperandRange {
    /// At least so many.
    pub min: u32,
    /// At most so many; 0 for any number.
    pub max: u32,
}

/// How many operands a pattern may have.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Arity {
    /// How many are stated.
    pub(super) operands: usize,
    /// How many of these are defined.
    pub(super) defs: usize,
    /// Whether more may follow.
    pub(super) is_variadic: bool,
    /// Whether these are defined, too.
    pub(super) has_variadic_defs: bool,
}

impl InstructionPattern {
    /// The operands that have a name.
    pub fn named_operands(&self) -> impl Iterator<Item = (Name, &PatternOperand)> {
        self.operands.iter().filter_map(|operand| Some((operand.name?, operand)))
    }

    /// Whether it is a target's or a generic instruction.
    pub fn is_instruction(&self) -> bool {
        matches!(self.kind, InstructionKind::Instruction { .. })
    }

    /// The intrinsic that it calls.
    pub fn intrinsic(&self) -> Option<&IntrinsicCall> {
        let InstructionKind::Instruction { intrinsic, .. } = &self.kind else { return None };
        intrinsic.as_ref()
    }

    /// The flags that it mentions.
    pub fn flags(&self) -> Option<&MiFlags> {
        let InstructionKind::Instruction { flags, .. } = &self.kind else { return None };
        flags.as_ref()
    }

    /// Whether there can be more operands than the instruction states.
    pub fn is_variadic(&self) -> bool {
        self.arity.is_variadic
    }

    /// Whether those that are not stated are defined.
    pub fn has_variadic_defs(&self) -> bool {
        self.arity.is_variadic && self.arity.has_variadic_defs
    }

    /// How many operands it must have.
    pub(super) fn expected_operands(&self) -> usize {
        if self.arity.is_variadic {
            self.arity.operands.max(self.operands.len())
        } else {
            self.arity.operands
        }
    }

    /// How many operands it defines. While they are being read it is more than there are as long as
    /// there are too few.
    pub fn def_count(&self) -> usize {
        let Arity { operands, defs, .. } = self.arity;
        if !self.has_variadic_defs() {
            return defs;
        }
        match self.operands.len().checked_sub(operands - defs) {
            Some(count) => count.max(defs),
            None => usize::MAX,
        }
    }
}
