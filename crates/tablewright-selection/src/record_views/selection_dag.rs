//! Selection DAG nodes and patterns: the classes in `TargetSelectionDAG.td`.

use tablewright_records::{Bits, Dag, Record, RecordId, ValueId, record_views};
use tablewright_syntax::symbol::Symbol;
use tablewright_target::record_views::instruction::InstructionRecord;

record_views! {
    /// A selection DAG node.
    pub struct SdNodeRecord<'s>("SDNode") {
        /// C++ enumerator.
        pub opcode: Symbol = "Opcode",
        /// Node properties, `SDNodeProperty` records. Intrinsics have the field, too.
        pub properties: Vec<Record<'s>> = "Properties",
        /// C++ class.
        pub sd_class: Symbol = "SDClass",
        /// Whether the node depends on the floating-point environment.
        pub is_strict_fp: bool = "IsStrictFP" else false,
        /// Flag bits with target-specific meaning.
        pub ts_flags: Option<Bits<'s>> = "TSFlags" else None,
        /// Result count, operand count and type constraints.
        pub type_profile: SdTypeProfileRecord<'s> = "TypeProfile",
    }

    /// The result count, operand count and type constraints for nodes.
    pub struct SdTypeProfileRecord<'s>("SDTypeProfile") {
        /// Number of results.
        pub num_results: i64 = "NumResults",
        /// Number of operands; -1 for any number.
        pub num_operands: i64 = "NumOperands",
        /// Type constraints.
        pub constraints: Vec<SdTypeConstraintRecord<'s>> = "Constraints",
    }

    /// A type constraint on an operand. The subclass determines the constraint kind and its other fields.
    pub struct SdTypeConstraintRecord<'s>("SDTypeConstraint") {
        /// Operand index; results are counted first.
        pub operand_num: i64 = "OperandNum",
        /// The required type, for the operand or for its elements.
        pub vt: Record<'s> = "VT",
        /// Index of the operand that it is compared with.
        pub other_operand_num: i64 = "OtherOperandNum",
        /// Index of the operand that must be larger.
        pub big_operand_num: i64 = "BigOperandNum",
        /// Index of the vector operand that contains it as an element or subvector.
        pub other_op_num: i64 = "OtherOpNum",
    }

    /// A named pattern with parameters. Releases up to LLVM 7 have only `PatFrag`.
    pub struct PatFragsRecord<'s>("PatFrags") {
        /// Parameters.
        pub operands: Dag<'s> = "Operands",
        /// Alternative patterns.
        pub fragments: &'s [ValueId] = "Fragments",
        /// The only pattern, in releases up to LLVM 7.
        pub fragment: ValueId = "Fragment" else ValueId::UNSET,
        /// Function that transforms the value before the result uses it.
        pub operand_transform: Record<'s> = "OperandTransform",
        /// C++ code for a condition; absent if empty.
        pub predicate_code: Option<&'s str> = "PredicateCode",
        /// C++ code for a condition on a constant; absent if empty.
        pub immediate_code: Option<&'s str> = "ImmediateCode",
        /// Whether the condition code uses the arguments.
        pub predicate_code_uses_operands: Option<bool> = "PredicateCodeUsesOperands" else None,
        /// C++ code for the GlobalISel condition.
        pub gisel_predicate_code: Option<&'s str> = "GISelPredicateCode",
        /// C++ code for the GlobalISel condition on a leaf; a `PatLeaf` field since LLVM 20.
        pub gisel_leaf_predicate_code: Option<&'s str> = "GISelLeafPredicateCode" else None,
        /// Whether the condition code receives the constant as `APInt`.
        pub is_ap_int: bool = "IsAPInt" else false,
        /// Whether the condition code receives the constant as `APFloat`.
        pub is_ap_float: Option<bool> = "IsAPFloat" else None,
        /// Type in memory.
        pub memory_vt: Option<RecordId> = "MemoryVT" else None,
        /// Element type in memory.
        pub scalar_memory_vt: Option<RecordId> = "ScalarMemoryVT" else None,
        /// Minimal alignment; `?` for any alignment.
        pub min_alignment: Option<i64> = "MinAlignment" else None,
        /// Whether the node loads.
        pub is_load: Option<bool> = "IsLoad" else None,
        /// Whether the node stores.
        pub is_store: Option<bool> = "IsStore" else None,
        /// Whether the node is an atomic operation.
        pub is_atomic: Option<bool> = "IsAtomic" else None,
        /// Whether the address is not updated.
        pub is_unindexed: Option<bool> = "IsUnindexed" else None,
        /// Whether the loaded value is not extended.
        pub is_non_ext_load: Option<bool> = "IsNonExtLoad" else None,
        /// Whether the loaded value is extended with unspecified bits.
        pub is_any_ext_load: Option<bool> = "IsAnyExtLoad" else None,
        /// Whether the loaded value is sign-extended.
        pub is_sign_ext_load: Option<bool> = "IsSignExtLoad" else None,
        /// Whether the loaded value is zero-extended.
        pub is_zero_ext_load: Option<bool> = "IsZeroExtLoad" else None,
        /// Whether the stored value is truncated.
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
        /// Whether the ordering is at least as strong as `Acquire` (true) or weaker (false).
        pub is_acquire_or_stronger: Option<bool> = "IsAtomicOrderingAcquireOrStronger" else None,
        /// Whether the ordering is at least as strong as `Release` (true) or weaker (false).
        pub is_release_or_stronger: Option<bool> = "IsAtomicOrderingReleaseOrStronger" else None,
        /// Whether the first result is unused.
        pub has_no_use: Option<bool> = "HasNoUse" else None,
        /// Whether the first result has exactly one use.
        pub has_one_use: Option<bool> = "HasOneUse" else None,
        /// Permitted address spaces.
        pub address_spaces: &'s [ValueId] = "AddressSpaces",
        /// Value id for `address_spaces`, to check whether it is set.
        pub address_spaces_value: ValueId = "AddressSpaces" else ValueId::UNSET,
    }

    /// A C++ function that transforms a matched value.
    pub struct SdNodeXFormRecord<'s>("SDNodeXForm") {
        /// Selection DAG node that the function receives.
        pub opcode: RecordId = "Opcode",
        /// Function body; empty for the identity transformation.
        pub xform_function: Symbol = "XFormFunction",
    }

    /// A pattern that a C++ function matches.
    pub struct ComplexPatternRecord<'s>("ComplexPattern") {
        /// Type of the matched value.
        pub ty: Record<'s> = "Ty",
        /// Number of operands that the function returns.
        pub num_operands: i64 = "NumOperands",
        /// C++ function.
        pub select_func: Symbol = "SelectFunc",
        /// Nodes that the function can match; required at a pattern root.
        pub root_nodes: Vec<Record<'s>> = "RootNodes",
        /// Complexity added to a pattern; -1 for three times the operand count.
        pub complexity: i64 = "Complexity" else -1,
        /// Whether the function receives the root of the match. Up to release 19 this is a property.
        pub wants_root: bool = "WantsRoot" else false,
        /// Whether the function receives the node's parent. Up to release 19 this is a property.
        pub wants_parent: bool = "WantsParent" else false,
    }

    /// A pattern and its replacement. Instructions with patterns have the last fields, too.
    pub struct PatternRecord<'s>("Pattern") {
        /// The matched pattern.
        pub pattern_to_match: ValueId = "PatternToMatch",
        /// The matched pattern, as a dag.
        pub dag_to_match: Dag<'s> = "PatternToMatch",
        /// The created instructions.
        pub result_instrs: &'s [ValueId] = "ResultInstrs",
        /// Required predicates.
        pub predicates: ValueId = "Predicates",
        /// Value id for `ResultInstrs`. The field exists only in a separate pattern, not in an instruction; `?`
        /// or `[]` if the pattern creates nothing.
        pub result_instrs_value: ValueId = "ResultInstrs" else ValueId::UNSET,
        /// Elements in `predicates`.
        pub predicate_list: &'s [ValueId] = "Predicates",
        /// Complexity added to the computed complexity.
        pub added_complexity: i64 = "AddedComplexity",
        /// Whether GlobalISel ignores the pattern.
        pub gisel_should_ignore: bool = "GISelShouldIgnore" else false,
    }

    /// Instruction semantics, for `--gen-semantics`. Instructions have the field `Pattern`, too.
    pub struct SemanticsRecord<'s>("Semantics") {
        /// The instruction.
        pub inst: InstructionRecord<'s> = "Inst",
        /// The semantics, as patterns.
        pub pattern: ValueId = "Pattern",
    }

    /// An operand with default values.
    pub struct OperandWithDefaultOpsRecord<'s>("OperandWithDefaultOps") {
        /// Default values.
        pub default_ops: Dag<'s> = "DefaultOps",
    }
}
