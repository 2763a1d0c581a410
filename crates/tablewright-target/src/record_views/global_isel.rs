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
        /// The instruction where a load extends a floating-point number.
        pub if_fp_extend: Option<Record<'s>> = "IfFPExtend" else None,
        /// The instruction where a store truncates a floating-point number.
        pub if_fp_trunc: Option<Record<'s>> = "IfFPTrunc" else None,
        /// Whether the access to memory has to be checked not to be atomic.
        pub check_mmo_is_non_atomic: bool = "CheckMMOIsNonAtomic" else false,
        /// Whether the access to memory has to be checked to be atomic.
        pub check_mmo_is_atomic: bool = "CheckMMOIsAtomic" else false,
    }

    /// What GlobalISel does with a pattern or a fragment.
    pub struct GiSelFlagsRecord<'s>("GISelFlags") {
        /// Whether copies between instructions are ignored from there on; `?` changes nothing.
        pub ignores_copies: Option<bool> = "GIIgnoreCopies" else None,
    }

    /// An operand of a generic instruction that says more of its type.
    pub struct TypedOperandRecord<'s>("TypedOperand") {
        /// Whether it is a pointer.
        pub is_pointer: bool = "IsPointer",
        /// Whether it is an immediate.
        pub is_immediate: bool = "IsImmediate",
    }

    /// The matcher that a complex pattern becomes.
    pub struct GiComplexPatternEquivRecord<'s>("GIComplexPatternEquiv") {
        /// The complex pattern.
        pub sel_dag_equivalent: RecordId = "SelDAGEquivalent",
    }

    /// The renderer that a transformation becomes.
    pub struct GiSdNodeXFormEquivRecord<'s>("GISDNodeXFormEquiv") {
        /// The transformation.
        pub sel_dag_equivalent: RecordId = "SelDAGEquivalent",
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
        /// What is matched. Later releases have [`GiCombineActionsRecord`] instead.
        pub match_list: Dag<'s> = "Match",
        /// What takes its place.
        pub apply_list: Dag<'s> = "Apply",
        /// The predicates of the subtarget that have to hold.
        pub predicates: &'s [ValueId] = "Predicates" else &[],
        /// How many combinations of alternatives of fragments there may be; 0 for any number.
        pub max_permutations: i64 = "MaxPermutations",
    }

    /// The lists of a rule of a combiner, in releases that have `(combine …)`.
    pub struct GiCombineActionsRecord<'s>("GICombineRule") {
        /// `(match …)`, or `(combine …)` for what is matched and what takes its place.
        pub action0: Dag<'s> = "Action0",
        /// `(apply …)`, or `(empty_action)`.
        pub action1: Dag<'s> = "Action1",
    }

    /// A rule, or a group of rules.
    pub struct GiCombineRecord<'s>("GICombine") {
        /// The rules and groups in it; `?` for a rule.
        pub rules: Option<Vec<GiCombineRecord<'s>>> = "Rules",
    }

    /// A group of rules.
    pub struct GiCombineGroupRecord<'s>("GICombineGroup"): GiCombineRecord {
        /// The rules and groups in it.
        pub listed: Vec<GiCombineRecord<'s>> = "Rules",
    }

    /// Data that matching a rule hands on to what applies it.
    pub struct GiDefMatchDataRecord<'s>("GIDefMatchData") {
        /// Its C++ type.
        pub ty: &'s str = "Type",
    }

    /// Patterns of a combiner that have a name.
    pub struct GiCombinePatFragRecord<'s>("GICombinePatFrag") {
        /// The parameters that the patterns define.
        pub out_operands: Dag<'s> = "OutOperands",
        /// The other parameters.
        pub in_operands: Dag<'s> = "InOperands",
        /// Lists of patterns, any of which is matched.
        pub alternatives: &'s [ValueId] = "Alternatives",
    }

    /// The type of another operand.
    pub struct GiTypeOfRecord<'s>("GITypeOf") {
        /// The name of that operand, after a `$`.
        pub op_name: &'s str = "OpName",
    }

    /// The type of an operand that stands for several.
    pub struct GiVariadicRecord<'s>("GIVariadic") {
        /// How many at least.
        pub min_args: i64 = "MinArgs",
        /// How many at most; 0 for any number.
        pub max_args: i64 = "MaxArgs",
    }

    /// A flag of machine instructions.
    pub struct MiFlagEnumRecord<'s>("MIFlagEnum") {
        /// Its enumerator.
        pub enum_name: &'s str = "EnumName",
    }
}
