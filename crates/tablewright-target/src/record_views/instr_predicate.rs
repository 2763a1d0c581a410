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
}
