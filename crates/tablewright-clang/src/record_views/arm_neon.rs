//! NEON intrinsics: the classes in `arm_neon_incl.td`.

use tablewright_records::{ValueId, record_views};
use tablewright_syntax::symbol::Symbol;

use super::arm_sve::ImmCheckRecord;

record_views! {
    /// An instruction, with an intrinsic for each of its element types.
    pub(crate) struct NeonInstRecord<'s>("Inst") {
        /// The name of the intrinsics without types.
        pub(crate) base_name: Symbol = "Name",
        /// Result and parameter types, as modifiers on the element type.
        pub(crate) prototype: &'s str = "Prototype",
        /// The element types.
        pub(crate) types: &'s str = "Types",
        /// The preprocessor condition; empty if there is none.
        pub(crate) arch_guard: Symbol = "ArchGuard",
        /// The required target features.
        pub(crate) target_guard: Symbol = "TargetGuard",
        /// The function bodies.
        pub(crate) operation: NeonOperationRecord<'s> = "Operation",
        /// Whether the order of elements in memory does not matter.
        pub(crate) is_big_endian_safe: bool = "BigEndianSafe",
        /// Whether the immediate operand is a vector shift's distance.
        pub(crate) is_shift: bool = "isShift",
        /// Whether the immediate operand is a scalar shift's distance.
        pub(crate) is_scalar_shift: bool = "isScalarShift",
        /// Whether the immediate operand is the number of fraction bits in a conversion.
        pub(crate) is_vcvt_n: bool = "isVCVT_N" else false,
        /// Whether the immediate operand is the distance of a 64-bit rotation.
        pub(crate) is_vxar: bool = "isVXAR" else false,
        /// Whether the immediate operand is a lane in a 128-bit vector.
        pub(crate) is_lane_q: bool = "isLaneQ" else false,
        /// Immediate operand checks; if empty, the flags above decide.
        pub(crate) imm_checks: Vec<ImmCheckRecord<'s>> = "ImmChecks" else Vec::new(),
        /// The mnemonic; empty if it is the intrinsic's name.
        pub(crate) inst_name: &'s str = "InstName" else "",
        /// The parameters' element types. Each is combined with each element type of the result.
        /// Empty if they are the same.
        pub(crate) cartesian_product_with: &'s str = "CartesianProductWith",
    }

    /// A function body.
    pub(crate) struct NeonOperationRecord<'s>("Operation") {
        /// A dag for each statement. If empty, the function calls its builtin.
        pub(crate) ops: &'s [ValueId] = "Ops",
        /// Whether functions are only declared, so that a call is an error.
        pub(crate) is_unavailable: bool = "Unavailable",
    }
}
