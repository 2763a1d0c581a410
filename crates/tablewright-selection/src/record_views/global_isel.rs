//! GlobalISel: the classes in `SelectionDAGCompat.td` and `Combine.td`.

use tablewright_records::{Dag, Record, RecordId, ValueId, record_views};
use tablewright_syntax::symbol::Symbol;

record_views! {
    /// The generic instruction for a selection DAG node.
    pub struct GiNodeEquivRecord<'s>("GINodeEquiv") {
        /// The node.
        pub node: RecordId = "Node",
        /// The instruction, unless another field applies.
        pub i: Record<'s> = "I",
        /// The instruction if the first operand is a floating-point value.
        pub if_floating_point: Option<Record<'s>> = "IfFloatingPoint" else None,
        /// The instruction if the called intrinsic is convergent.
        pub if_convergent: Option<Record<'s>> = "IfConvergent" else None,
        /// The instruction for a sign-extending load.
        pub if_sign_extend: Option<Record<'s>> = "IfSignExtend" else None,
        /// The instruction for a zero-extending load.
        pub if_zero_extend: Option<Record<'s>> = "IfZeroExtend" else None,
        /// The instruction for a load that extends a floating-point value.
        pub if_fp_extend: Option<Record<'s>> = "IfFPExtend" else None,
        /// The instruction for a store that truncates a floating-point value.
        pub if_fp_trunc: Option<Record<'s>> = "IfFPTrunc" else None,
        /// Whether the matcher must check that the memory access is not atomic.
        pub check_mmo_is_non_atomic: bool = "CheckMMOIsNonAtomic" else false,
        /// Whether the matcher must check that the memory access is atomic.
        pub check_mmo_is_atomic: bool = "CheckMMOIsAtomic" else false,
    }

    /// GlobalISel flags for a pattern or a fragment.
    pub struct GiSelFlagsRecord<'s>("GISelFlags") {
        /// Whether the pattern and nested fragments ignore copies between instructions; `?` inherits the
        /// setting.
        pub ignores_copies: Option<bool> = "GIIgnoreCopies" else None,
    }

    /// A generic instruction operand with additional type information.
    pub struct TypedOperandRecord<'s>("TypedOperand") {
        /// Whether the operand is a pointer.
        pub is_pointer: bool = "IsPointer",
        /// Whether the operand is an immediate.
        pub is_immediate: bool = "IsImmediate",
    }

    /// The GlobalISel matcher for a complex pattern.
    pub struct GiComplexPatternEquivRecord<'s>("GIComplexPatternEquiv") {
        /// The complex pattern.
        pub sel_dag_equivalent: RecordId = "SelDAGEquivalent",
    }

    /// The GlobalISel renderer for a transformation.
    pub struct GiSdNodeXFormEquivRecord<'s>("GISDNodeXFormEquiv") {
        /// The transformation.
        pub sel_dag_equivalent: RecordId = "SelDAGEquivalent",
    }

    /// A function that adds a transformed operand.
    pub struct GiCustomOperandRendererRecord<'s>("GICustomOperandRenderer") {
        /// C++ function.
        pub renderer_fn: Symbol = "RendererFn",
    }

    /// A combiner rule.
    pub struct GiCombineRuleRecord<'s>("GICombineRule") {
        /// Roots, and match data passed between C++ fragments.
        pub defs: Dag<'s> = "Defs",
        /// Matched patterns. Later releases use [`GiCombineActionsRecord`] instead.
        pub match_list: Dag<'s> = "Match",
        /// Replacement.
        pub apply_list: Dag<'s> = "Apply",
        /// Required subtarget predicates.
        pub predicates: &'s [ValueId] = "Predicates" else &[],
        /// Maximal number of combinations between fragment alternatives; 0 for any number.
        pub max_permutations: i64 = "MaxPermutations",
    }

    /// The lists in a combiner rule, in releases that have `(combine …)`.
    pub struct GiCombineActionsRecord<'s>("GICombineRule") {
        /// `(match …)`, or `(combine …)` for both match and replacement.
        pub action0: Dag<'s> = "Action0",
        /// `(apply …)`, or `(empty_action)`.
        pub action1: Dag<'s> = "Action1",
    }

    /// A rule or a rule group.
    pub struct GiCombineRecord<'s>("GICombine") {
        /// Nested rules and groups; `?` for a rule.
        pub rules: Option<Vec<GiCombineRecord<'s>>> = "Rules",
    }

    /// A rule group.
    pub struct GiCombineGroupRecord<'s>("GICombineGroup"): GiCombineRecord {
        /// Nested rules and groups.
        pub listed: Vec<GiCombineRecord<'s>> = "Rules",
    }

    /// Data that a rule's match code passes to its apply code.
    pub struct GiDefMatchDataRecord<'s>("GIDefMatchData") {
        /// C++ type.
        pub ty: &'s str = "Type",
    }

    /// Named combiner patterns.
    pub struct GiCombinePatFragRecord<'s>("GICombinePatFrag") {
        /// Parameters that the patterns define.
        pub out_operands: Dag<'s> = "OutOperands",
        /// Other parameters.
        pub in_operands: Dag<'s> = "InOperands",
        /// Alternative pattern lists.
        pub alternatives: &'s [ValueId] = "Alternatives",
    }

    /// A reference to another operand's type.
    pub struct GiTypeOfRecord<'s>("GITypeOf") {
        /// Operand name, after a `$`.
        pub op_name: &'s str = "OpName",
    }

    /// The type for a variadic operand.
    pub struct GiVariadicRecord<'s>("GIVariadic") {
        /// Minimal number of operands.
        pub min_args: i64 = "MinArgs",
        /// Maximal number of operands; 0 for any number.
        pub max_args: i64 = "MaxArgs",
    }

    /// A machine instruction flag.
    pub struct MiFlagEnumRecord<'s>("MIFlagEnum") {
        /// Enumerator.
        pub enum_name: &'s str = "EnumName",
    }
}
