//! Checks that a rule needs for a match: on an instruction, or on one operand.

use tablewright_records::RecordId;

use super::low_level_type::LowLevelType;
use super::{InsnId, NameId, TempTypeId};
use crate::instructions::InstructionId;
use crate::registers::RegisterClassId;

/// A check on an instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
#[doc(alias = "InstructionPredicateMatcher")]
pub enum InstructionCheck {
    /// The opcode is in this check.
    Opcode(OpcodeCheck),
    /// It has that many operands.
    OperandCount(u32),
    /// It has that many operands or more.
    OperandCountAtLeast(u32),
    /// It has that many operands or less.
    OperandCountAtMost(u32),
    /// It is a constant that a fragment's C++ accepts.
    Immediate(ImmediatePredicate),
    /// The ordering of its atomic memory operand.
    AtomicOrdering {
        /// The enumerator of `AtomicOrdering`.
        ordering: NameId,
        /// The comparison.
        comparison: OrderingComparison,
    },
    /// The size in memory that it accesses.
    MemorySize {
        /// The index among its memory operands.
        memory_operand: u32,
        /// The size.
        bytes: u32,
    },
    /// The size in memory that it accesses, compared with an operand type.
    MemorySizeOfType {
        /// The index among its memory operands.
        memory_operand: u32,
        /// The comparison.
        relation: SizeRelation,
        /// The index of the operand.
        operand: u32,
    },
    /// The memory address space is in this list.
    MemoryAddressSpaces {
        /// The index among its memory operands.
        memory_operand: u32,
        /// The address spaces.
        spaces: Box<[u32]>,
    },
    /// The memory is aligned to at least that many bytes.
    MemoryAlignment {
        /// The index among its memory operands.
        memory_operand: u32,
        /// The alignment.
        bytes: u32,
    },
    /// It builds a vector with only zero bits, or only one bits.
    VectorSplat(Splat),
    /// Its result is not used.
    NoUse,
    /// Its result is used once.
    OneUse,
    /// C++ accepts the instruction. The C++ may read all operands, so it comes after all other checks.
    Cxx(CxxPredicate),
    /// Its flags.
    Flags {
        /// `MachineInstr::MIFlag` enumerators, in byte order.
        flags: Box<[NameId]>,
        /// Whether all of them have to be set, or none.
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
    /// Whether `first` takes any operand count.
    pub is_variadic: bool,
    /// Whether it is `G_CONSTANT` and nothing else.
    pub is_constant: bool,
}

/// The C++ of a fragment that decides about an immediate.
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

/// C++ that decides about an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CxxPredicate {
    /// A fragment's C++.
    Fragment {
        /// The fragment.
        record: RecordId,
        /// Whether it looks at operands that the rule remembers.
        uses_operands: bool,
    },
    /// A function of the combiner: its enumerator.
    Enumerator(NameId),
}

/// A comparison between atomic orderings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OrderingComparison {
    /// They are the same.
    Exactly,
    /// The instruction's is the same or stronger.
    OrStronger,
    /// The instruction's is weaker.
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
    /// It is an immediate that a fragment's C++ accepts.
    Immediate(ImmediatePredicate),
    /// It is a register that this fragment's C++ accepts.
    Leaf(RecordId),
    /// It is an immediate.
    IsImmediate,
    /// It is the same as an operand with the same name.
    SameOperand(SameOperand),
    /// A complex pattern's C++ function matches it, and stores the renderers.
    ComplexPattern {
        /// The record of class `GIComplexOperandMatcher`.
        matcher: RecordId,
        /// The renderer number.
        renderer: u32,
    },
    /// It is this intrinsic.
    Intrinsic(RecordId),
    /// It is this condition: an enumerator of `CmpInst`.
    ComparePredicate(NameId),
    /// It is defined by an instruction that is matched too.
    Instruction {
        /// The defining instruction.
        insn: InsnId,
        /// Whether copies between the two are ignored.
        ignore_copies: bool,
    },
    /// It is a register with this constant.
    ConstantInt(i64),
    /// It is this immediate.
    LiteralInt(i64),
    /// It has this type. Added with [`super::RuleSet::check_type`].
    Type(LowLevelType),
    /// It has a type of this shape, whatever the bits mean. Added with [`super::RuleSet::check_shape`].
    TypeShape(LowLevelType),
    /// It is a pointer with this size in any address space; zero means the target's pointer size.
    PointerToAny {
        /// The size in bits.
        bits: u32,
    },
    /// Its register bank has this class.
    RegisterBank(RegisterClassId),
    /// It is a basic block.
    BasicBlock,
    /// It holds always: the operand is remembered for a fragment's C++.
    RecordNamed {
        /// The slot number.
        slot: u32,
        /// Its name in the fragment.
        name: NameId,
    },
    /// It holds always: the type is remembered.
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
    /// Whether copies between the two are ignored.
    pub ignore_copies: bool,
}

/// Two checks are taken for the same if the name and the index of the other operand are.
impl PartialEq for SameOperand {
    fn eq(&self, other: &SameOperand) -> bool {
        (self.name, self.other_index) == (other.name, other.other_index)
    }
}

impl Eq for SameOperand {}

/// A check with its place. Instruction and operand are part of the comparison.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlacedCheck {
    /// The instruction.
    pub insn: InsnId,
    /// The check.
    pub check: Check,
}

/// A check at an instruction or at an operand of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Check {
    /// At the instruction.
    Instruction(InstructionCheck),
    /// At an operand.
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
    /// Its kind.
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
    /// Its kind.
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
