//! Instruction predicates: the classes in `TargetInstrPredicate.td`.

use tablewright_records::{Record, RecordId, record_views};

record_views! {
    /// A subtarget predicate function declaration.
    pub struct StiPredicateDeclRecord<'s>("STIPredicateDecl") {
        /// Function name.
        pub function_name: &'s str = "Name",
        /// Result for instructions without a definition, an `MCInstPredicate`.
        pub default_return_value: Record<'s> = "DefaultReturnValue",
        /// Whether the function overrides a base class function.
        pub overrides_base_class_member: bool = "OverridesBaseClassMember",
        /// Whether an `MCInst` variant is generated, too.
        pub expand_for_mc: bool = "ExpandForMC",
        /// Whether the function returns a mask with the operands that determine the result.
        pub updates_opcode_mask: bool = "UpdatesOpcodeMask",
        /// Functions that are called if this function has no result.
        pub delegates: Vec<StiPredicateDeclRecord<'s>> = "Delegates",
    }

    /// A definition: a subtarget function's results for processors with a certain machine model.
    pub struct StiPredicateRecord<'s>("STIPredicate") {
        /// The function.
        pub declaration: RecordId = "Declaration",
        /// Instructions, grouped by result.
        pub classes: Vec<InstructionEquivalenceClassRecord<'s>> = "Classes",
        /// Machine model.
        pub sched_model: Record<'s> = "SchedModel",
    }

    /// Instructions with the same result.
    pub struct InstructionEquivalenceClassRecord<'s>("InstructionEquivalenceClass") {
        /// The instructions.
        pub opcodes: Vec<Record<'s>> = "Opcodes",
        /// The result, an `MCInstPredicate`.
        pub predicate: RecordId = "Predicate",
        /// Indices for the operands that determine the result.
        pub operand_indices: Vec<i64> = "OperandIndices",
    }

    /// A function in a target's `InstrInfo` class.
    pub struct TiiPredicateRecord<'s>("TIIPredicate") {
        /// Function name.
        pub function_name: &'s str = "FunctionName",
        /// Statement that computes the result, an `MCStatement`.
        pub body: Record<'s> = "Body",
    }

    /// A `return` statement.
    pub struct McReturnStatementRecord<'s>("MCReturnStatement") {
        /// The returned condition, an `MCInstPredicate`.
        pub pred: Record<'s> = "Pred",
    }

    /// A `switch` statement on the opcode.
    pub struct McOpcodeSwitchStatementRecord<'s>("MCOpcodeSwitchStatement") {
        /// The cases.
        pub cases: Vec<McOpcodeSwitchCaseRecord<'s>> = "Cases",
        /// Statement for all other opcodes, an `MCStatement`.
        pub default_case: Record<'s> = "DefaultCase",
    }

    /// A `switch` case.
    pub struct McOpcodeSwitchCaseRecord<'s>("MCOpcodeSwitchCase") {
        /// The instructions.
        pub opcodes: Vec<Record<'s>> = "Opcodes",
        /// Statement for these instructions, an `MCStatement`.
        pub case_stmt: Record<'s> = "CaseStmt",
    }

    /// A negated condition.
    pub struct CheckNotRecord<'s>("CheckNot") {
        /// The condition, an `MCInstPredicate`.
        pub pred: Record<'s> = "Pred",
    }

    /// A condition on an operand.
    pub struct McOperandPredicateRecord<'s>("MCOperandPredicate") {
        /// Operand index.
        pub op_index: i64 = "OpIndex",
    }

    /// A condition on a register or immediate operand, whose value is first passed through a mapping function.
    /// `TargetInstrPredicate.td` does not have a common class for both kinds.
    pub struct MappedOperandRecord<'s>("CheckOperandBase"): McOperandPredicateRecord {
        /// Mapping function; empty if unmapped.
        pub function_mapper: &'s str = "FunctionMapper",
    }

    /// The condition that an operand is a certain register.
    pub struct CheckRegOperandRecord<'s>("CheckRegOperand"): MappedOperandRecord {
        /// The register.
        pub reg: Record<'s> = "Reg",
    }

    /// A comparison between an immediate operand and a number: `CheckImmOperand`, `CheckImmOperandLT` and
    /// `CheckImmOperandGT`.
    pub struct CheckImmOperandRecord<'s>("CheckImmOperand"): MappedOperandRecord {
        /// The number.
        pub imm_val: i64 = "ImmVal",
    }

    /// The condition that an immediate operand is in a range.
    pub struct CheckImmOperandRangeRecord<'s>("CheckImmOperandRange"): MappedOperandRecord {
        /// The first number.
        pub start_val: i64 = "StartVal",
        /// The last number.
        pub end_val: i64 = "EndVal",
    }

    /// The condition that an immediate operand is equal to a C++ constant.
    pub struct CheckImmOperandTextRecord<'s>("CheckImmOperand_s"): MappedOperandRecord {
        /// The constant.
        pub imm_val: &'s str = "ImmVal",
    }

    /// The condition that two operands are the same register.
    pub struct CheckSameRegOperandRecord<'s>("CheckSameRegOperand") {
        /// First operand index.
        pub first_index: i64 = "FirstIndex",
        /// Second operand index.
        pub second_index: i64 = "SecondIndex",
    }

    /// The condition that an instruction has a certain operand count.
    pub struct CheckNumOperandsRecord<'s>("CheckNumOperands") {
        /// Operand count.
        pub num_ops: i64 = "NumOps",
    }

    /// The condition that an instruction is in a list: `CheckOpcode` and `CheckPseudo`.
    pub struct CheckOpcodeRecord<'s>("CheckOpcode") {
        /// The instructions.
        pub valid_opcodes: Vec<Record<'s>> = "ValidOpcodes",
    }

    /// A conjunction or disjunction: `CheckAll` and `CheckAny`.
    pub struct CheckSequenceRecord<'s>("MCPredicateSequence") {
        /// The conditions, `MCInstPredicate` records.
        pub predicates: Vec<Record<'s>> = "Predicates",
    }

    /// A call to a target function that returns a `bool`.
    pub struct CheckFunctionPredicateRecord<'s>("CheckFunctionPredicate") {
        /// Function for an `MCInst`.
        pub mc_inst_fn_name: &'s str = "MCInstFnName",
        /// Function for a `MachineInstr`.
        pub machine_instr_fn_name: &'s str = "MachineInstrFnName",
    }

    /// A call to a target function that receives the `TargetInstrInfo` and returns a `bool`.
    pub struct CheckFunctionPredicateWithTiiRecord<'s>("CheckFunctionPredicateWithTII") {
        /// Function for an `MCInst`.
        pub mc_inst_fn_name: &'s str = "MCInstFnName",
        /// Method for a `MachineInstr`.
        pub machine_instr_fn_name: &'s str = "MachineInstrFnName",
        /// Variable that holds the `TargetInstrInfo`; empty for `TII`.
        pub tii_ptr_name: &'s str = "TIIPtrName",
    }

    /// A C++ condition that only the code generator supports.
    pub struct CheckNonPortableRecord<'s>("CheckNonPortable") {
        /// The condition.
        pub code_block: &'s str = "CodeBlock",
    }
}
