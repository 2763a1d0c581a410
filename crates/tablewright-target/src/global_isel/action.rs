//! Actions that a rule performs on a match.

use tablewright_records::RecordId;

use super::low_level_type::TypeOrTemp;
use super::{InsnId, NameId, NewInsnId, OperandRef, TempRegId};
use crate::instructions::InstructionId;
use crate::registers::{RegisterClassId, SubRegIndexId};

/// A single action.
#[derive(Debug)]
#[doc(alias = "MatchAction")]
pub enum Action {
    /// A comment in the table.
    Comment(Comment),
    /// An instruction is built.
    Build(Box<BuildInstruction>),
    /// A constant is put into a temporary register.
    BuildConstant {
        /// The register.
        temp: TempRegId,
        /// The constant.
        value: i64,
    },
    /// An instruction that was matched is erased.
    Erase(InsnId),
    /// All uses of a register are replaced.
    ReplaceRegister {
        /// The instruction that defines the register.
        old_insn: InsnId,
        /// The index of the operand that is the register.
        old_index: u32,
        /// The replacement.
        with: Replacement,
    },
    /// The operands of an instruction are constrained to its definition.
    ConstrainOperands(NewInsnId),
    /// An operand of an instruction is constrained to a register class.
    ConstrainOperand {
        /// The instruction.
        insn: NewInsnId,
        /// The index of the operand.
        index: u32,
        /// The class.
        class: RegisterClassId,
    },
    /// A temporary register is created.
    MakeTempRegister {
        /// The register.
        temp: TempRegId,
        /// Its type.
        ty: TypeOrTemp,
    },
}

/// A comment.
#[derive(Debug)]
pub enum Comment {
    /// This text.
    Text(Box<str>),
    /// The text that whoever prints the table has for this number. So it need not be kept.
    Numbered(u32),
}

/// A register's replacement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Replacement {
    /// The register of another operand that was matched. The table checks first that it can take the place.
    Operand {
        /// Its instruction.
        insn: InsnId,
        /// Its index.
        index: u32,
    },
    /// A temporary register.
    Temp(TempRegId),
}

/// An instruction is built, or a matched instruction is mutated into it.
#[derive(Debug)]
#[doc(alias = "BuildMIAction")]
pub struct BuildInstruction {
    /// The resulting instruction.
    pub insn: NewInsnId,
    /// Its opcode.
    pub opcode: InstructionId,
    /// The matched instruction that is mutated into the result, if its operands stay equal. See
    /// [`super::rule::Rule::choose_mutated`].
    pub mutated: Option<InsnId>,
    /// The operands in order.
    pub operands: Vec<OperandRenderer>,
    /// Registers that the instruction record sets implicitly, or reads.
    pub implicit_defs: Box<[RecordId]>,
    /// See `implicit_defs`.
    pub implicit_uses: Box<[RecordId]>,
    /// The registers in `implicit_defs` that nothing reads.
    pub dead_implicit_defs: Vec<RecordId>,
    /// Whether it gets the memory operands of all matched instructions: it may load or store.
    pub merges_memory_operands: bool,
    /// The matched instructions whose flags it gets.
    pub copied_flags: Vec<InsnId>,
    /// The flags that are set; enumerators of `MachineInstr::MIFlag`.
    pub set_flags: Vec<NameId>,
    /// The flags that are not set.
    pub unset_flags: Vec<NameId>,
}

impl BuildInstruction {
    /// An instruction without operands and flags.
    pub fn new(insn: NewInsnId, opcode: InstructionId) -> BuildInstruction {
        BuildInstruction {
            insn,
            opcode,
            mutated: None,
            operands: Vec::new(),
            implicit_defs: Box::default(),
            implicit_uses: Box::default(),
            dead_implicit_defs: Vec::new(),
            merges_memory_operands: false,
            copied_flags: Vec::new(),
            set_flags: Vec::new(),
            unset_flags: Vec::new(),
        }
    }
}

/// A register that a rule names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NamedRegister {
    /// A register.
    Register(RecordId),
    /// No register: `zero_reg`.
    NoRegister,
}

/// A source for one or more operands in a built instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OperandRenderer {
    /// An operand that was matched, and all after it.
    CopyRemaining {
        /// The first operand.
        operand: OperandRef,
        /// Its name.
        name: NameId,
    },
    /// An operand that was matched.
    Copy {
        /// The operand. See [`super::rule::Rule::operand_named`].
        operand: OperandRef,
        /// The name of the matched node.
        name: NameId,
    },
    /// An operand that was matched as this physical register.
    CopyPhysicalRegister {
        /// The operand. See [`super::rule::Rule::physical_register_operand`].
        operand: OperandRef,
        /// The register.
        register: RecordId,
    },
    /// An operand that was matched, or a register that is always zero for the constant zero.
    CopyOrAddZeroRegister {
        /// The operand.
        operand: OperandRef,
        /// Its name.
        name: NameId,
        /// The register.
        zero: RecordId,
    },
    /// The constant of a matched `G_CONSTANT`.
    CopyConstant {
        /// The instruction. See [`super::rule::Rule::instruction_named`].
        insn: InsnId,
        /// Its name.
        name: NameId,
    },
    /// The constant of a matched `G_FCONSTANT`.
    CopyFConstant {
        /// The instruction.
        insn: InsnId,
        /// Its name.
        name: NameId,
    },
    /// A part of an operand that was matched.
    CopySubRegister {
        /// The operand.
        operand: OperandRef,
        /// Its name.
        name: NameId,
        /// The sub-register index.
        index: SubRegIndexId,
    },
    /// A physical register.
    Register {
        /// The register.
        register: NamedRegister,
        /// Whether the instruction defines it.
        is_def: bool,
        /// Whether nothing reads it then.
        is_dead: bool,
    },
    /// A temporary register.
    TempRegister {
        /// The register.
        temp: TempRegId,
        /// Whether the instruction defines it.
        is_def: bool,
        /// Whether nothing reads it.
        is_dead: bool,
        /// The sub-register index, if only a part is used.
        sub_register: Option<SubRegIndexId>,
    },
    /// An immediate: a constant with an optional type.
    Immediate {
        /// The value.
        value: i64,
        /// The type.
        ty: Option<TypeOrTemp>,
    },
    /// The number of a sub-register index.
    SubRegisterIndex(SubRegIndexId),
    /// The operands that a complex pattern found.
    ComplexPattern {
        /// The renderer number.
        renderer: u32,
        /// The name of the operand.
        name: NameId,
        /// The sub-operand; `None` for all of them.
        sub_operand: Option<u32>,
        /// The sub-register index for the sub-operand.
        sub_register: Option<SubRegIndexId>,
    },
    /// The number of an intrinsic.
    Intrinsic(RecordId),
    /// The result of a C++ function on a matched instruction.
    Custom {
        /// The instruction.
        insn: InsnId,
        /// Its name.
        name: NameId,
        /// The function.
        function: NameId,
    },
    /// The result of a C++ function on a matched operand.
    CustomOperand {
        /// The operand.
        operand: OperandRef,
        /// Its name.
        name: NameId,
        /// The function.
        function: NameId,
    },
}
