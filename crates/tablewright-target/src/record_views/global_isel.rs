//! GlobalISel: the classes of `SelectionDAGCompat.td` and `Combine.td`.

use tablewright_records::{Dag, Record, RecordId, ValueId, record_views};
use tablewright_syntax::symbol::Symbol;

record_views! {
    /// The generic instruction that a node of the selection DAG becomes.
    pub struct GiNodeEquivRecord<'s>("GINodeEquiv") {
        /// The node.
        pub node: RecordId = "Node",
        /// The instruction, where none of the following applies.
        pub i: Record<'s> = "I",
        /// The instruction where the first operand is a floating-point number.
        pub if_floating_point: Option<Record<'s>> = "IfFloatingPoint" else None,
        /// The instruction where the intrinsic that is called is convergent.
        pub if_convergent: Option<Record<'s>> = "IfConvergent" else None,
        /// The instruction where a load extends the sign.
        pub if_sign_extend: Option<Record<'s>> = "IfSignExtend" else None,
        /// The instruction where a load extends with zeros.
        pub if_zero_extend: Option<Record<'s>> = "IfZeroExtend" else None,
        /// Whether the access to memory has to be checked not to be atomic.
        pub check_mmo_is_non_atomic: bool = "CheckMMOIsNonAtomic" else false,
        /// Whether the access to memory has to be checked to be atomic.
        pub check_mmo_is_atomic: bool = "CheckMMOIsAtomic" else false,
    }

    /// The function that adds a transformed operand.
    pub struct GiCustomOperandRendererRecord<'s>("GICustomOperandRenderer") {
        /// The C++ function.
        pub renderer_fn: Symbol = "RendererFn",
    }

    /// A rule of a combiner.
    pub struct GiCombineRuleRecord<'s>("GICombineRule") {
        /// The roots, and the data that C++ hands on.
        pub defs: Dag<'s> = "Defs",
        /// What is matched.
        pub match_list: Dag<'s> = "Match",
        /// What takes its place.
        pub apply_list: Dag<'s> = "Apply",
        /// How many combinations of alternatives of fragments there may be; 0 for any number.
        pub max_permutations: i64 = "MaxPermutations",
    }

    /// Patterns of a combiner that have a name.
    pub struct GiCombinePatFragRecord<'s>("GICombinePatFrag") {
        /// Lists of patterns, any of which is matched.
        pub alternatives: &'s [ValueId] = "Alternatives",
    }
}
