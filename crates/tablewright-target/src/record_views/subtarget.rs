//! Predicates on subtargets, and hardware modes (`Target.td`).

use tablewright_records::{Dag, Record, Value, record_views};
use tablewright_syntax::symbol::Symbol;

record_views! {
    /// A condition under which instructions and patterns can be used.
    pub struct PredicateRecord<'s>("Predicate") {
        /// The condition for the code generator, in C++; empty if it always holds.
        pub cond_string: Symbol = "CondString",
        /// Whether the condition may change from function to function.
        pub recompute_per_function: bool = "RecomputePerFunction",
        /// What messages of the assembler call it.
        pub predicate_name: &'s str = "PredicateName" else "",
        /// Whether it is a condition for the assembler, too.
        pub assembler_matcher_predicate: bool = "AssemblerMatcherPredicate",
        /// The condition for the assembler: a dag of features.
        pub assembler_cond_dag: Dag<'s> = "AssemblerCondDag",
        /// The condition for the assembler in LLVM 10 and before: a list of features.
        pub assembler_cond_string: Option<&'s str> = "AssemblerCondString",
    }

    /// A mode of the hardware, by which types, sizes and encodings differ.
    pub struct HwModeRecord<'s>("HwMode") {
        /// The features that a processor in this mode has and has not: `+a,-b`; LLVM 22 dropped the field.
        pub features: &'s str = "Features" else "",
        /// What holds in the mode. Older releases tell modes apart by their features alone.
        pub predicates: Vec<PredicateRecord<'s>> = "Predicates" else Vec::new(),
    }

    /// C++ that precedes the predicates of modes where they are asked (LLVM 22 and later).
    pub struct HwModePredicatePrologRecord<'s>("HwModePredicateProlog") {
        /// The code: it declares the variables that the predicates mention.
        pub code: &'s str = "Code",
    }

    /// A choice by mode.
    pub struct HwModeSelectRecord<'s>("HwModeSelect") {
        /// The modes.
        pub modes: Vec<HwModeRecord<'s>> = "Modes",
        /// What is chosen in each of the modes.
        pub objects: Vec<Record<'s>> = "Objects",
    }
}

impl PredicateRecord<'_> {
    /// Whether it has a condition for the assembler: predicates for the code generator alone have none, and
    /// neither have records of other classes.
    pub fn has_assembler_condition(self) -> bool {
        let has_condition = match self.field("AssemblerCondDag") {
            Some(field) => matches!(self.store().value(field.value), Value::Dag(_)),
            None => self.has_field("AssemblerCondString"),
        };
        self.has_field("AssemblerMatcherPredicate") && has_condition
    }

    /// Whether the release has dags of features.
    pub fn has_assembler_cond_dag(self) -> bool {
        self.has_field("AssemblerCondDag")
    }
}
