//! Checks that a rule needs for a match: on an instruction, or on one operand.

use tablewright_records::RecordId;
use tablewright_target::instructions::InstructionId;
use tablewright_target::registers::RegisterClassId;

use super::low_level_type::LowLevelType;
use super::{InsnId, NameId, TempTypeId};

/// A check on an instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
#[doc(alias = "InstructionPredicateMatcher")]
pub enum InstructionCheck {
    /// The opcode is in this check.
    Opcode(OpcodeCheck),
    /// The instruction has exactly this many operands.
    OperandCount(u32),
    /// The instruction has at least this many operands.
    OperandCountAtLeast(u32),
    /// The instruction has at most this many operands.
    OperandCountAtMost(u32),
    /// The instruction is a constant that a fragment's C++ accepts.
    Immediate(ImmediatePredicate),
    /// The memory operand's atomic ordering has this relation to `ordering`.
    AtomicOrdering {
        /// The enumerator of `AtomicOrdering`.
        ordering: NameId,
        /// The comparison.
        comparison: OrderingComparison,
    },
    /// The memory operand has this size.
    MemorySize {
        /// Index among the instruction's memory operands.
        memory_operand: u32,
        /// The size.
        bytes: u32,
    },
    /// The memory operand's size has this relation to an operand type's size.
    MemorySizeOfType {
        /// Index among the instruction's memory operands.
        memory_operand: u32,
        /// The comparison.
        relation: SizeRelation,
        /// The index of the operand.
        operand: u32,
    },
    /// The memory operand's address space is in this list.
    MemoryAddressSpaces {
        /// Index among the instruction's memory operands.
        memory_operand: u32,
        /// The address spaces.
        spaces: Box<[u32]>,
    },
    /// The memory operand is aligned to at least this many bytes.
    MemoryAlignment {
        /// Index among the instruction's memory operands.
        memory_operand: u32,
        /// The alignment.
        bytes: u32,
    },
    /// The instruction builds a vector in which all bits are zero, or all are one.
    VectorSplat(Splat),
    /// The instruction's result is unused.
    NoUse,
    /// The instruction's result is used exactly once.
    OneUse,
    /// C++ accepts the instruction. The C++ may read all operands, so it comes after all other checks.
    Cxx(CxxPredicate),
    /// These flags are all set, or all unset.
    Flags {
        /// `MachineInstr::MIFlag` enumerators, in byte order.
        flags: Box<[NameId]>,
        /// Whether the flags must be set instead of unset.
        are_set: bool,
    },
}

/// An opcode, or two equivalent opcodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpcodeCheck {
    /// The instruction, or the representative for both.
    pub first: InstructionId,
    /// The second instruction.
    pub second: Option<InstructionId>,
    /// Whether `first` accepts any operand count.
    pub is_variadic: bool,
    /// Whether the check accepts `G_CONSTANT` only.
    pub is_constant: bool,
}

/// A fragment's C++ predicate for an immediate.
#[derive(Clone, Copy, Debug)]
pub struct ImmediatePredicate {
    /// The fragment.
    pub fragment: RecordId,
    /// The form in which the C++ receives the value.
    pub value: ImmediateValue,
}

/// A fragment receives its value in only one form, so comparing the fragment is enough.
impl PartialEq for ImmediatePredicate {
    fn eq(&self, other: &ImmediatePredicate) -> bool {
        self.fragment == other.fragment
    }
}

impl Eq for ImmediatePredicate {}

/// The form in which C++ receives an immediate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ImmediateValue {
    /// `int64_t`.
    I64,
    /// `const APFloat &`.
    ApFloat,
    /// `const APInt &`.
    ApInt,
}

/// A C++ predicate for an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CxxPredicate {
    /// A fragment's C++.
    Fragment {
        /// The fragment.
        record: RecordId,
        /// Whether the C++ reads operands that the rule has stored.
        uses_operands: bool,
    },
    /// A function of the combiner: its enumerator.
    Enumerator(NameId),
}

/// A comparison between atomic orderings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OrderingComparison {
    /// The orderings are equal.
    Exactly,
    /// The instruction's ordering is equal or stronger.
    OrStronger,
    /// The instruction's ordering is weaker.
    WeakerThan,
}

/// A comparison between a memory size and a type size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SizeRelation {
    /// Memory is larger.
    GreaterThan,
    /// Both are the same.
    EqualTo,
    /// Memory is smaller.
    LessThan,
}

/// The value that all bits in a vector have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Splat {
    /// Zeros.
    AllZeros,
    /// All bits are set.
    AllOnes,
}

/// A check on an operand.
#[derive(Clone, PartialEq, Eq, Debug)]
#[doc(alias = "OperandPredicateMatcher")]
pub enum OperandCheck {
    /// The operand is an immediate that a fragment's C++ accepts.
    Immediate(ImmediatePredicate),
    /// The operand is a register that this fragment's C++ accepts.
    Leaf(RecordId),
    /// The operand is an immediate.
    IsImmediate,
    /// The operand equals an earlier operand with the same name.
    SameOperand(SameOperand),
    /// A complex pattern's C++ function matches it, and stores the renderers.
    ComplexPattern {
        /// The record of class `GIComplexOperandMatcher`.
        matcher: RecordId,
        /// The renderer number.
        renderer: u32,
    },
    /// The operand is this intrinsic.
    Intrinsic(RecordId),
    /// The operand is this comparison predicate: an enumerator of `CmpInst`.
    ComparePredicate(NameId),
    /// The operand is defined by an instruction that is matched too.
    Instruction {
        /// The defining instruction.
        insn: InsnId,
        /// Whether copies between the definition and the operand are ignored.
        ignore_copies: bool,
    },
    /// The operand is a register that contains this constant.
    ConstantInt(i64),
    /// The operand is this immediate.
    LiteralInt(i64),
    /// The operand has this type. Added with [`super::RuleSet::check_type`].
    Type(LowLevelType),
    /// The operand's type has this shape, regardless of the meaning of its bits. Added with
    /// [`super::RuleSet::check_shape`].
    TypeShape(LowLevelType),
    /// The operand is a pointer with this size in any address space. Zero stands for the target's pointer size.
    PointerToAny {
        /// The size in bits.
        bits: u32,
    },
    /// The operand's register bank covers this class.
    RegisterBank(RegisterClassId),
    /// The operand is a basic block.
    BasicBlock,
    /// Always true: stores the operand for a fragment's C++.
    RecordNamed {
        /// The slot number.
        slot: u32,
        /// Its name in the fragment.
        name: NameId,
    },
    /// Always true: stores the operand's type.
    RecordType(TempTypeId),
}

/// An operand with the same name as an earlier operand.
#[derive(Clone, Copy, Debug)]
pub struct SameOperand {
    /// The name.
    pub name: NameId,
    /// The earlier operand's instruction.
    pub other_insn: InsnId,
    /// The earlier operand's index in its instruction.
    pub other_index: u32,
    /// Whether copies between the two operands are ignored.
    pub ignore_copies: bool,
}

/// Checks are equal if the name and the other operand's index are equal.
impl PartialEq for SameOperand {
    fn eq(&self, other: &SameOperand) -> bool {
        (self.name, self.other_index) == (other.name, other.other_index)
    }
}

impl Eq for SameOperand {}

/// A check with its instruction and operand, which are part of the comparison.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlacedCheck {
    /// The instruction.
    pub insn: InsnId,
    /// The check.
    pub check: Check,
}

/// A check of an instruction, or of an operand in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Check {
    /// Checks the instruction.
    Instruction(InstructionCheck),
    /// Checks an operand.
    Operand {
        /// Its index in the machine instruction.
        index: u32,
        /// The check.
        check: OperandCheck,
    },
}

impl PlacedCheck {
    /// Returns whether a single check can serve both rules. A complex pattern stores renderers for its own rule, so
    /// two such checks are never identical.
    pub fn is_identical(&self, other: &PlacedCheck) -> bool {
        let is_complex_pattern =
            matches!(self.check, Check::Operand { check: OperandCheck::ComplexPattern { .. }, .. });
        !is_complex_pattern && self == other
    }
}

/// Check kinds in execution order. The order affects rule priority.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum CheckKind {
    /// [`InstructionCheck::Opcode`].
    Opcode,
    /// [`InstructionCheck::OperandCount`].
    OperandCount,
    /// [`InstructionCheck::OperandCountAtLeast`].
    OperandCountAtLeast,
    /// [`InstructionCheck::OperandCountAtMost`].
    OperandCountAtMost,
    /// [`InstructionCheck::Immediate`] and [`OperandCheck::Immediate`].
    Immediate,
    /// [`OperandCheck::Leaf`].
    Leaf,
    /// [`OperandCheck::IsImmediate`].
    IsImmediate,
    /// [`InstructionCheck::AtomicOrdering`].
    AtomicOrdering,
    /// [`InstructionCheck::MemorySize`].
    MemorySize,
    /// [`InstructionCheck::MemorySizeOfType`].
    MemorySizeOfType,
    /// [`InstructionCheck::MemoryAddressSpaces`].
    MemoryAddressSpaces,
    /// [`InstructionCheck::MemoryAlignment`].
    MemoryAlignment,
    /// [`InstructionCheck::VectorSplat`].
    VectorSplat,
    /// [`InstructionCheck::NoUse`].
    NoUse,
    /// [`InstructionCheck::OneUse`].
    OneUse,
    /// [`InstructionCheck::Cxx`].
    Cxx,
    /// [`InstructionCheck::Flags`].
    Flags,
    /// [`OperandCheck::SameOperand`].
    SameOperand,
    /// [`OperandCheck::ComplexPattern`].
    ComplexPattern,
    /// [`OperandCheck::Intrinsic`].
    Intrinsic,
    /// [`OperandCheck::ComparePredicate`].
    ComparePredicate,
    /// [`OperandCheck::Instruction`].
    Instruction,
    /// [`OperandCheck::ConstantInt`].
    ConstantInt,
    /// [`OperandCheck::LiteralInt`].
    LiteralInt,
    /// [`OperandCheck::Type`].
    Type,
    /// [`OperandCheck::TypeShape`].
    TypeShape,
    /// [`OperandCheck::PointerToAny`].
    PointerToAny,
    /// [`OperandCheck::RegisterBank`].
    RegisterBank,
    /// [`OperandCheck::BasicBlock`].
    BasicBlock,
    /// [`OperandCheck::RecordNamed`].
    RecordNamed,
    /// [`OperandCheck::RecordType`].
    RecordType,
}

impl InstructionCheck {
    /// Returns the kind.
    pub fn kind(&self) -> CheckKind {
        match self {
            InstructionCheck::Opcode(_) => CheckKind::Opcode,
            InstructionCheck::OperandCount(_) => CheckKind::OperandCount,
            InstructionCheck::OperandCountAtLeast(_) => CheckKind::OperandCountAtLeast,
            InstructionCheck::OperandCountAtMost(_) => CheckKind::OperandCountAtMost,
            InstructionCheck::Immediate(_) => CheckKind::Immediate,
            InstructionCheck::AtomicOrdering { .. } => CheckKind::AtomicOrdering,
            InstructionCheck::MemorySize { .. } => CheckKind::MemorySize,
            InstructionCheck::MemorySizeOfType { .. } => CheckKind::MemorySizeOfType,
            InstructionCheck::MemoryAddressSpaces { .. } => CheckKind::MemoryAddressSpaces,
            InstructionCheck::MemoryAlignment { .. } => CheckKind::MemoryAlignment,
            InstructionCheck::VectorSplat(_) => CheckKind::VectorSplat,
            InstructionCheck::NoUse => CheckKind::NoUse,
            InstructionCheck::OneUse => CheckKind::OneUse,
            InstructionCheck::Cxx(_) => CheckKind::Cxx,
            InstructionCheck::Flags { .. } => CheckKind::Flags,
        }
    }
}

impl OperandCheck {
    /// Returns the kind.
    pub fn kind(&self) -> CheckKind {
        match self {
            OperandCheck::Immediate(_) => CheckKind::Immediate,
            OperandCheck::Leaf(_) => CheckKind::Leaf,
            OperandCheck::IsImmediate => CheckKind::IsImmediate,
            OperandCheck::SameOperand(_) => CheckKind::SameOperand,
            OperandCheck::ComplexPattern { .. } => CheckKind::ComplexPattern,
            OperandCheck::Intrinsic(_) => CheckKind::Intrinsic,
            OperandCheck::ComparePredicate(_) => CheckKind::ComparePredicate,
            OperandCheck::Instruction { .. } => CheckKind::Instruction,
            OperandCheck::ConstantInt(_) => CheckKind::ConstantInt,
            OperandCheck::LiteralInt(_) => CheckKind::LiteralInt,
            OperandCheck::Type(_) => CheckKind::Type,
            OperandCheck::TypeShape(_) => CheckKind::TypeShape,
            OperandCheck::PointerToAny { .. } => CheckKind::PointerToAny,
            OperandCheck::RegisterBank(_) => CheckKind::RegisterBank,
            OperandCheck::BasicBlock => CheckKind::BasicBlock,
            OperandCheck::RecordNamed { .. } => CheckKind::RecordNamed,
            OperandCheck::RecordType(_) => CheckKind::RecordType,
        }
    }
}
