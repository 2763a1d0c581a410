//! Nodes and patterns of the selection DAG: the classes of `TargetSelectionDAG.td`.

use tablewright_records::{Bits, Dag, Record, RecordId, ValueId, record_views};
use tablewright_syntax::symbol::Symbol;

use super::instruction::InstructionRecord;

record_views! {
    /// A node of the selection DAG.
    pub struct SdNodeRecord<'s>("SDNode") {
        /// The C++ enumerator.
        pub opcode: Symbol = "Opcode",
        /// What else holds for it: records of class `SDNodeProperty`. Intrinsics have the field, too.
        pub properties: Vec<Record<'s>> = "Properties",
        /// The C++ class.
        pub sd_class: Symbol = "SDClass",
        /// Whether it minds the floating-point environment.
        pub is_strict_fp: bool = "IsStrictFP" else false,
        /// Bits that mean what the target decides.
        pub ts_flags: Option<Bits<'s>> = "TSFlags" else None,
        /// How many results and operands it has, and the types that they can have.
        pub type_profile: SdTypeProfileRecord<'s> = "TypeProfile",
    }

    /// How many results and operands nodes have, and the types that they can have.
    pub struct SdTypeProfileRecord<'s>("SDTypeProfile") {
        /// How many results.
        pub num_results: i64 = "NumResults",
        /// How many operands; -1 for any number.
        pub num_operands: i64 = "NumOperands",
        /// What is demanded of the types.
        pub constraints: Vec<SdTypeConstraintRecord<'s>> = "Constraints",
    }

    /// A demand on the type of an operand. Which one, and hence which other fields there are, the class says
    /// that inherits from this one.
    pub struct SdTypeConstraintRecord<'s>("SDTypeConstraint") {
        /// The operand; results are counted first.
        pub operand_num: i64 = "OperandNum",
        /// The type that it has, or its elements have.
        pub vt: Record<'s> = "VT",
        /// The operand that it is compared with.
        pub other_operand_num: i64 = "OtherOperandNum",
        /// The operand that it is smaller than.
        pub big_operand_num: i64 = "BigOperandNum",
        /// The vector that it is an element or a part of.
        pub other_op_num: i64 = "OtherOpNum",
    }

    /// A named pattern with parameters. Releases up to LLVM 7 have `PatFrag` only.
    pub struct PatFragsRecord<'s>("PatFrags") {
        /// The parameters.
        pub operands: Dag<'s> = "Operands",
        /// The patterns that it stands for.
        pub fragments: &'s [ValueId] = "Fragments",
        /// The only pattern that it stands for, in releases up to LLVM 7.
        pub fragment: ValueId = "Fragment" else ValueId::UNSET,
        /// The function that changes the value before it is used in the result.
        pub operand_transform: Record<'s> = "OperandTransform",
        /// C++ code of a condition; none where it is empty.
        pub predicate_code: Option<&'s str> = "PredicateCode",
        /// C++ code of a condition on a constant; none where it is empty.
        pub immediate_code: Option<&'s str> = "ImmediateCode",
        /// Whether the code of the condition looks at the arguments.
        pub predicate_code_uses_operands: Option<bool> = "PredicateCodeUsesOperands" else None,
        /// C++ code of the condition for GlobalISel.
        pub gisel_predicate_code: Option<&'s str> = "GISelPredicateCode",
        /// C++ code of the condition for GlobalISel on a leaf, a field of `PatLeaf` since LLVM 20.
        pub gisel_leaf_predicate_code: Option<&'s str> = "GISelLeafPredicateCode" else None,
        /// Whether the code of a condition on a constant gets it as `APInt`.
        pub is_ap_int: bool = "IsAPInt" else false,
        /// Whether the code of a condition on a constant gets it as `APFloat`.
        pub is_ap_float: Option<bool> = "IsAPFloat" else None,
        /// The type in memory.
        pub memory_vt: Option<RecordId> = "MemoryVT" else None,
        /// The type in memory of an element.
        pub scalar_memory_vt: Option<RecordId> = "ScalarMemoryVT" else None,
        /// The least alignment; `?` if any will do.
        pub min_alignment: Option<i64> = "MinAlignment" else None,
        /// Whether the node loads.
        pub is_load: Option<bool> = "IsLoad" else None,
        /// Whether the node stores.
        pub is_store: Option<bool> = "IsStore" else None,
        /// Whether the node is an atomic operation.
        pub is_atomic: Option<bool> = "IsAtomic" else None,
        /// Whether the address is not changed.
        pub is_unindexed: Option<bool> = "IsUnindexed" else None,
        /// Whether the value is not extended.
        pub is_non_ext_load: Option<bool> = "IsNonExtLoad" else None,
        /// Whether the value is extended somehow.
        pub is_any_ext_load: Option<bool> = "IsAnyExtLoad" else None,
        /// Whether the value is sign-extended.
        pub is_sign_ext_load: Option<bool> = "IsSignExtLoad" else None,
        /// Whether the value is zero-extended.
        pub is_zero_ext_load: Option<bool> = "IsZeroExtLoad" else None,
        /// Whether the value is truncated.
        pub is_trunc_store: Option<bool> = "IsTruncStore" else None,
        /// Whether the ordering is `Monotonic`.
        pub is_monotonic: Option<bool> = "IsAtomicOrderingMonotonic" else None,
        /// Whether the ordering is `Acquire`.
        pub is_acquire: Option<bool> = "IsAtomicOrderingAcquire" else None,
        /// Whether the ordering is `Release`.
        pub is_release: Option<bool> = "IsAtomicOrderingRelease" else None,
        /// Whether the ordering is `AcquireRelease`.
        pub is_acquire_release: Option<bool> = "IsAtomicOrderingAcquireRelease" else None,
        /// Whether the ordering is `SequentiallyConsistent`.
        pub is_sequentially_consistent: Option<bool> = "IsAtomicOrderingSequentiallyConsistent" else None,
        /// Whether the ordering is at least as strong as `Acquire`, or is weaker.
        pub is_acquire_or_stronger: Option<bool> = "IsAtomicOrderingAcquireOrStronger" else None,
        /// Whether the ordering is at least as strong as `Release`, or is weaker.
        pub is_release_or_stronger: Option<bool> = "IsAtomicOrderingReleaseOrStronger" else None,
        /// Whether the first result is not used.
        pub has_no_use: Option<bool> = "HasNoUse" else None,
        /// Whether the first result is used once.
        pub has_one_use: Option<bool> = "HasOneUse" else None,
        /// The address spaces that are accessed.
        pub address_spaces: &'s [ValueId] = "AddressSpaces",
        /// `address_spaces`, to tell whether it says anything.
        pub address_spaces_value: ValueId = "AddressSpaces" else ValueId::UNSET,
    }

    /// A C++ function that changes a matched value.
    pub struct SdNodeXFormRecord<'s>("SDNodeXForm") {
        /// The node of the selection DAG that the function takes.
        pub opcode: RecordId = "Opcode",
        /// The body of the function; empty for the one that changes nothing.
        pub xform_function: Symbol = "XFormFunction",
    }

    /// A pattern that a C++ function matches.
    pub struct ComplexPatternRecord<'s>("ComplexPattern") {
        /// The type of the value that it matches.
        pub ty: Record<'s> = "Ty",
        /// How many operands the function finds.
        pub num_operands: i64 = "NumOperands",
        /// The function.
        pub select_func: Symbol = "SelectFunc",
        /// The nodes that it can match; needed at the root of a pattern.
        pub root_nodes: Vec<Record<'s>> = "RootNodes",
        /// How much it adds to the complexity of a pattern; -1 for three times the operands.
        pub complexity: i64 = "Complexity" else -1,
        /// Whether the function takes the root of what is matched. Up to release 19 a property says so.
        pub wants_root: bool = "WantsRoot" else false,
        /// Whether the function takes the parent of the node. Up to release 19 a property says so.
        pub wants_parent: bool = "WantsParent" else false,
    }

    /// A pattern and what it becomes. Instructions with a pattern of their own have the last fields, too.
    pub struct PatternRecord<'s>("Pattern") {
        /// What is matched.
        pub pattern_to_match: ValueId = "PatternToMatch",
        /// What is matched, as it has to be.
        pub dag_to_match: Dag<'s> = "PatternToMatch",
        /// What is created.
        pub result_instrs: &'s [ValueId] = "ResultInstrs",
        /// The predicates that have to hold.
        pub predicates: ValueId = "Predicates",
        /// Whether it is a pattern of its own, and not that of an instruction: `?` or `[]` if it makes nothing.
        pub result_instrs_value: ValueId = "ResultInstrs" else ValueId::UNSET,
        /// The elements of `predicates`.
        pub predicate_list: &'s [ValueId] = "Predicates",
        /// How much is added to the complexity.
        pub added_complexity: i64 = "AddedComplexity",
        /// Whether GlobalISel ignores it.
        pub gisel_should_ignore: bool = "GISelShouldIgnore" else false,
    }

    /// What an instruction does, for `--gen-semantics`; instructions have the field, too.
    pub struct SemanticsRecord<'s>("Semantics") {
        /// The instruction.
        pub inst: InstructionRecord<'s> = "Inst",
        /// What it does.
        pub pattern: ValueId = "Pattern",
    }

    /// An operand that has values by default.
    pub struct OperandWithDefaultOpsRecord<'s>("OperandWithDefaultOps") {
        /// The values.
        pub default_ops: Dag<'s> = "DefaultOps",
    }
}
