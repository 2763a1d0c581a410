//! Actions that a rule performs on a match.

use tablewright_records::RecordId;
use tablewright_target::instructions::InstructionId;
use tablewright_target::registers::{RegisterClassId, SubRegIndexId};

use super::low_level_type::TypeOrTemp;
use super::{InsnId, NameId, NewInsnId, OperandRef, TempRegId};

/// A single action.
#[derive(Debug)]
#[doc(alias = "MatchAction")]
pub enum Action {
    /// A comment in the table.
    Comment(Comment),
    /// Builds an instruction.
    Build(Box<BuildInstruction>),
    /// Puts a constant into a temporary register.
    BuildConstant {
        /// The register.
        temp: TempRegId,
        /// The constant.
        value: i64,
    },
    /// Erases a matched instruction.
    Erase(InsnId),
    /// Replaces all uses of a register.
    ReplaceRegister {
        /// The instruction that defines the register.
        old_insn: InsnId,
        /// Index of the operand that contains the register.
        old_index: u32,
        /// The replacement.
        with: Replacement,
    },
    /// Constrains an instruction's operands as its definition requires.
    ConstrainOperands(NewInsnId),
    /// Constrains an instruction's operand to a register class.
    ConstrainOperand {
        /// The instruction.
        insn: NewInsnId,
        /// Operand index.
        index: u32,
        /// The class.
        class: RegisterClassId,
    },
    /// Creates a temporary register.
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
    /// A text that the table's printer looks up by this number, so that rules need not store it.
    Numbered(u32),
}

/// A register's replacement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Replacement {
    /// The register in another matched operand. The table first checks that the register can be replaced by it.
    Operand {
        /// Its instruction.
        insn: InsnId,
        /// Its index.
        index: u32,
    },
    /// A temporary register.
    Temp(TempRegId),
}

/// The construction of an instruction, or the mutation of a matched instruction into it.
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
    /// Registers that the instruction defines implicitly.
    pub implicit_defs: Box<[RecordId]>,
    /// Registers that the instruction reads implicitly.
    pub implicit_uses: Box<[RecordId]>,
    /// Registers in `implicit_defs` that are never read.
    pub dead_implicit_defs: Vec<RecordId>,
    /// Whether the instruction gets the memory operands of all matched instructions, because it may load or store.
    pub merges_memory_operands: bool,
    /// Matched instructions whose flags are copied.
    pub copied_flags: Vec<InsnId>,
    /// Flags to set: enumerators of `MachineInstr::MIFlag`.
    pub set_flags: Vec<NameId>,
    /// Flags to clear.
    pub unset_flags: Vec<NameId>,
}

impl BuildInstruction {
    /// Creates an instruction without operands and flags.
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
    /// A matched operand, and all operands after it.
    CopyRemaining {
        /// The first operand.
        operand: OperandRef,
        /// Its name.
        name: NameId,
    },
    /// A matched operand.
    Copy {
        /// The operand. See [`super::rule::Rule::operand_named`].
        operand: OperandRef,
        /// The name of the matched node.
        name: NameId,
    },
    /// An operand that matched this physical register.
    CopyPhysicalRegister {
        /// The operand. See [`super::rule::Rule::physical_register_operand`].
        operand: OperandRef,
        /// The register.
        register: RecordId,
    },
    /// A matched operand, or for the constant zero a register that is always zero.
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
    /// A sub-register of a matched operand.
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
        /// Whether the defined register is never read.
        is_dead: bool,
    },
    /// A temporary register.
    TempRegister {
        /// The register.
        temp: TempRegId,
        /// Whether the instruction defines it.
        is_def: bool,
        /// Whether the defined register is never read.
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
    /// The operands that a complex pattern's function found.
    ComplexPattern {
        /// The renderer number.
        renderer: u32,
        /// The name of the operand.
        name: NameId,
        /// The sub-operand. `None` for all sub-operands.
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
