//! Functions about instructions: the classes of `TargetInstrPredicate.td`.

use tablewright_records::{Record, RecordId, record_views};

record_views! {
    /// The declaration of a function of the subtarget.
    pub struct StiPredicateDeclRecord<'s>("STIPredicateDecl") {
        /// The name of the function.
        pub function_name: &'s str = "Name",
        /// The result for instructions that no definition is about: a record of class `MCInstPredicate`.
        pub default_return_value: Record<'s> = "DefaultReturnValue",
        /// Whether it overrides a function of the base class.
        pub overrides_base_class_member: bool = "OverridesBaseClassMember",
        /// Whether it takes an `MCInst`, too.
        pub expand_for_mc: bool = "ExpandForMC",
        /// Whether it tells which operands the answer is about.
        pub updates_opcode_mask: bool = "UpdatesOpcodeMask",
        /// The functions that it asks when it has no answer.
        pub delegates: Vec<StiPredicateDeclRecord<'s>> = "Delegates",
    }

    /// A definition: the answers of a function for processors of a model.
    pub struct StiPredicateRecord<'s>("STIPredicate") {
        /// The function.
        pub declaration: RecordId = "Declaration",
        /// The instructions, in classes.
        pub classes: Vec<InstructionEquivalenceClassRecord<'s>> = "Classes",
        /// The model of the processors.
        pub sched_model: Record<'s> = "SchedModel",
    }

    /// Instructions with the same answer.
    pub struct InstructionEquivalenceClassRecord<'s>("InstructionEquivalenceClass") {
        /// The instructions.
        pub opcodes: Vec<Record<'s>> = "Opcodes",
        /// The answer, of class `MCInstPredicate`.
        pub predicate: RecordId = "Predicate",
        /// The numbers of the operands that the answer is about.
        pub operand_indices: Vec<i64> = "OperandIndices",
    }

    /// A function of the class `InstrInfo` of a target.
    pub struct TiiPredicateRecord<'s>("TIIPredicate") {
        /// The name of the function.
        pub function_name: &'s str = "FunctionName",
        /// The statement that computes the result: a record of class `MCStatement`.
        pub body: Record<'s> = "Body",
    }

    /// The statement `return`.
    pub struct McReturnStatementRecord<'s>("MCReturnStatement") {
        /// The condition whose value is returned: a record of class `MCInstPredicate`.
        pub pred: Record<'s> = "Pred",
    }

    /// The statement `switch` on the opcode of the instruction.
    pub struct McOpcodeSwitchStatementRecord<'s>("MCOpcodeSwitchStatement") {
        /// The cases.
        pub cases: Vec<McOpcodeSwitchCaseRecord<'s>> = "Cases",
        /// The statement for all other opcodes: a record of class `MCStatement`.
        pub default_case: Record<'s> = "DefaultCase",
    }

    /// A case of a `switch`.
    pub struct McOpcodeSwitchCaseRecord<'s>("MCOpcodeSwitchCase") {
        /// The instructions.
        pub opcodes: Vec<Record<'s>> = "Opcodes",
        /// The statement for them: a record of class `MCStatement`.
        pub case_stmt: Record<'s> = "CaseStmt",
    }

    /// The negation of a condition on an instruction.
    pub struct CheckNotRecord<'s>("CheckNot") {
        /// The condition: a record of class `MCInstPredicate`.
        pub pred: Record<'s> = "Pred",
    }

    /// A condition on an operand.
    pub struct McOperandPredicateRecord<'s>("MCOperandPredicate") {
        /// The number of the operand.
        pub op_index: i64 = "OpIndex",
    }

    /// A condition on an operand whose value is passed through a function before: of a register, or of an
    /// immediate. No class of `TargetInstrPredicate.td` stands for both.
    pub struct MappedOperandRecord<'s>("CheckOperandBase"): McOperandPredicateRecord {
        /// The function; empty for none.
        pub function_mapper: &'s str = "FunctionMapper",
    }

    /// The operand is a certain register.
    pub struct CheckRegOperandRecord<'s>("CheckRegOperand"): MappedOperandRecord {
        /// The register.
        pub reg: Record<'s> = "Reg",
    }

    /// The operand is an immediate that compares with a number: classes `CheckImmOperand`,
    /// `CheckImmOperandLT` and `CheckImmOperandGT`.
    pub struct CheckImmOperandRecord<'s>("CheckImmOperand"): MappedOperandRecord {
        /// The number.
        pub imm_val: i64 = "ImmVal",
    }

    /// The operand is an immediate that is equal to a constant of C++.
    pub struct CheckImmOperandTextRecord<'s>("CheckImmOperand_s"): MappedOperandRecord {
        /// The constant.
        pub imm_val: &'s str = "ImmVal",
    }

    /// Two operands are the same register.
    pub struct CheckSameRegOperandRecord<'s>("CheckSameRegOperand") {
        /// The number of one.
        pub first_index: i64 = "FirstIndex",
        /// The number of the other.
        pub second_index: i64 = "SecondIndex",
    }

    /// The instruction has so many operands.
    pub struct CheckNumOperandsRecord<'s>("CheckNumOperands") {
        /// How many.
        pub num_ops: i64 = "NumOps",
    }

    /// The instruction is one of some: classes `CheckOpcode` and `CheckPseudo`.
    pub struct CheckOpcodeRecord<'s>("CheckOpcode") {
        /// The instructions.
        pub valid_opcodes: Vec<Record<'s>> = "ValidOpcodes",
    }

    /// Conditions of which all or one have to hold: classes `CheckAll` and `CheckAny`.
    pub struct CheckSequenceRecord<'s>("MCPredicateSequence") {
        /// The conditions: records of class `MCInstPredicate`.
        pub predicates: Vec<Record<'s>> = "Predicates",
    }

    /// A function of the target returns true.
    pub struct CheckFunctionPredicateRecord<'s>("CheckFunctionPredicate") {
        /// The function of an `MCInst`.
        pub mc_inst_fn_name: &'s str = "MCInstFnName",
        /// The function of a `MachineInstr`.
        pub machine_instr_fn_name: &'s str = "MachineInstrFnName",
    }

    /// A function of the target that is given the `TargetInstrInfo` returns true.
    pub struct CheckFunctionPredicateWithTiiRecord<'s>("CheckFunctionPredicateWithTII") {
        /// The function of an `MCInst`.
        pub mc_inst_fn_name: &'s str = "MCInstFnName",
        /// The method for a `MachineInstr`.
        pub machine_instr_fn_name: &'s str = "MachineInstrFnName",
        /// The variable that holds the `TargetInstrInfo`; empty for `TII`.
        pub tii_ptr_name: &'s str = "TIIPtrName",
    }

    /// A condition in C++ that only the code generator understands.
    pub struct CheckNonPortableRecord<'s>("CheckNonPortable") {
        /// The condition.
        pub code_block: &'s str = "CodeBlock",
    }
}
