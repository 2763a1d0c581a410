//! Subtarget predicates and hardware modes (`Target.td`).

use tablewright_records::{Dag, Record, Value, record_views};
use tablewright_syntax::symbol::Symbol;

record_views! {
    /// A condition for the use of instructions and patterns.
    pub struct PredicateRecord<'s>("Predicate") {
        /// C++ condition for the code generator; empty if always true.
        pub cond_string: Symbol = "CondString",
        /// Whether the condition can differ between functions.
        pub recompute_per_function: bool = "RecomputePerFunction",
        /// Name in assembler messages.
        pub predicate_name: &'s str = "PredicateName" else "",
        /// Whether the condition also applies to the assembler.
        pub assembler_matcher_predicate: bool = "AssemblerMatcherPredicate",
        /// Condition for the assembler, as a feature dag.
        pub assembler_cond_dag: Dag<'s> = "AssemblerCondDag",
        /// Condition for the assembler, as a feature list (LLVM 10 and before).
        pub assembler_cond_string: Option<&'s str> = "AssemblerCondString",
    }

    /// A hardware mode. Types, sizes and encodings can depend on it.
    pub struct HwModeRecord<'s>("HwMode") {
        /// Enabled and disabled features in this mode, for example `+a,-b`; LLVM 22 dropped the field.
        pub features: &'s str = "Features" else "",
        /// Conditions for the mode. Older releases determine the mode only from features.
        pub predicates: Vec<PredicateRecord<'s>> = "Predicates" else Vec::new(),
    }

    /// C++ code that precedes the evaluation of mode predicates (LLVM 22 and later).
    pub struct HwModePredicatePrologRecord<'s>("HwModePredicateProlog") {
        /// C++ code, which declares the variables in the predicates.
        pub code: &'s str = "Code",
    }

    /// A selection by hardware mode.
    pub struct HwModeSelectRecord<'s>("HwModeSelect") {
        /// The modes.
        pub modes: Vec<HwModeRecord<'s>> = "Modes",
        /// The selected record for each mode.
        pub objects: Vec<Record<'s>> = "Objects",
    }
}

impl PredicateRecord<'_> {
    /// Whether the record has an assembler condition. Code generator predicates do not have an
    /// assembler condition, nor do records from other classes.
    pub fn has_assembler_condition(self) -> bool {
        let has_condition = match self.field("AssemblerCondDag") {
            Some(field) => matches!(self.store().value(field.value), Value::Dag(_)),
            None => self.has_field("AssemblerCondString"),
        };
        self.has_field("AssemblerMatcherPredicate") && has_condition
    }

    /// Whether the release describes assembler conditions as dags.
    pub fn has_assembler_cond_dag(self) -> bool {
        self.has_field("AssemblerCondDag")
    }
}
