//! Intrinsics of NEON: the classes of `arm_neon_incl.td`.

use tablewright_records::{ValueId, record_views};
use tablewright_syntax::symbol::Symbol;

use super::arm_sve::ImmCheckRecord;

record_views! {
    /// An instruction, with an intrinsic for each of its element types.
    pub(crate) struct NeonInstRecord<'s>("Inst") {
        /// The name of the intrinsics without their types.
        pub(crate) base_name: Symbol = "Name",
        /// The types of result and parameters, as modifiers of the element type.
        pub(crate) prototype: &'s str = "Prototype",
        /// The element types.
        pub(crate) types: &'s str = "Types",
        /// The condition for the preprocessor; empty if there is none.
        pub(crate) arch_guard: Symbol = "ArchGuard",
        /// The features that functions need.
        pub(crate) target_guard: Symbol = "TargetGuard",
        /// The bodies of the functions.
        pub(crate) operation: NeonOperationRecord<'s> = "Operation",
        /// Whether the order of elements in memory does not matter.
        pub(crate) is_big_endian_safe: bool = "BigEndianSafe",
        /// Whether the immediate operand is the distance of a shift of vectors.
        pub(crate) is_shift: bool = "isShift",
        /// Whether the immediate operand is the distance of a shift of scalars.
        pub(crate) is_scalar_shift: bool = "isScalarShift",
        /// Whether the immediate operand is the number of fraction bits of a conversion.
        pub(crate) is_vcvt_n: bool = "isVCVT_N" else false,
        /// Whether the immediate operand is the distance of a rotation of 64 bits.
        pub(crate) is_vxar: bool = "isVXAR" else false,
        /// Whether the immediate operand is a lane of a vector of 128 bits.
        pub(crate) is_lane_q: bool = "isLaneQ" else false,
        /// The checks of immediate operands; none where the flags above decide.
        pub(crate) imm_checks: Vec<ImmCheckRecord<'s>> = "ImmChecks" else Vec::new(),
        /// The mnemonic; empty for that of the intrinsic.
        pub(crate) inst_name: &'s str = "InstName" else "",
        /// The element types of the parameters, each of which is combined with those of the result.
        /// Empty if they are the same.
        pub(crate) cartesian_product_with: &'s str = "CartesianProductWith",
    }

    /// The body of a function.
    pub(crate) struct NeonOperationRecord<'s>("Operation") {
        /// A dag for each statement; none if the function calls its builtin.
        pub(crate) ops: &'s [ValueId] = "Ops",
        /// Whether the functions are only declared, so that a call is an error.
        pub(crate) is_unavailable: bool = "Unavailable",
    }
}
