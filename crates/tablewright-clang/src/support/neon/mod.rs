//! The NEON intrinsics of Arm.
//!
//! In come the records of class `Inst`. A record stands for an intrinsic with several element types.
//! `neon_type` holds the types and the short forms by which descriptions name them, `intrinsic` the
//! intrinsics with their names and builtins, `operation` turns the dags of a body into C, `functions`
//! decides about each function of a header, `immediate`
//! says what immediate operands may be. What prints functions and types is in `emit`.

pub(crate) mod emit;
pub(crate) mod functions;
pub(crate) mod immediate;
pub(crate) mod intrinsic;
pub(crate) mod neon_type;
pub(crate) mod operation;
pub(crate) mod shuffle;
