//! Nodes and patterns of the selection DAG: the classes of `TargetSelectionDAG.td`.

use tablewright_records::{Dag, Record, RecordId, ValueId, record_views};
use tablewright_syntax::symbol::Symbol;

record_views! {
    /// A node of the selection DAG.
    pub struct SdNodeRecord<'s>("SDNode") {
        /// The C++ enumerator.
        pub opcode: Symbol = "Opcode",
        /// The C++ class.
        pub sd_class: Symbol = "SDClass",
        /// How many results and operands it has, and the types that they can have.
        pub type_profile: SdTypeProfileRecord<'s> = "TypeProfile",
    }

    /// How many results and operands nodes have, and the types that they can have.
    pub struct SdTypeProfileRecord<'s>("SDTypeProfile") {
        /// How many results.
        pub num_results: i64 = "NumResults",
        /// How many operands; -1 for any number.
        pub num_operands: i64 = "NumOperands",
        /// What is demanded of the types, of class `SDTypeConstraint`.
        pub constraints: Vec<Record<'s>> = "Constraints",
    }

    /// A named pattern with parameters. Releases up to LLVM 7 have `PatFrag` only.
    pub struct PatFragsRecord<'s>("PatFrags") {
        /// The parameters.
        pub operands: Dag<'s> = "Operands",
        /// The patterns that it stands for.
        pub fragments: &'s [ValueId] = "Fragments",
        /// The only pattern that it stands for, in releases up to LLVM 7.
        pub fragment: ValueId = "Fragment",
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
        /// The elements of `predicates`.
        pub predicate_list: &'s [ValueId] = "Predicates",
        /// How much is added to the complexity.
        pub added_complexity: i64 = "AddedComplexity",
        /// Whether GlobalISel ignores it.
        pub gisel_should_ignore: bool = "GISelShouldIgnore" else false,
    }

    /// An operand that has values by default.
    pub struct OperandWithDefaultOpsRecord<'s>("OperandWithDefaultOps") {
        /// The values.
        pub default_ops: Dag<'s> = "DefaultOps",
    }
}
