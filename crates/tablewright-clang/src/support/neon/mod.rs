//! The NEON intrinsics of Arm.
//!
//! In come the records of class `Inst`. A record stands for an intrinsic with several element types.
//! `neon_type` holds the types and the short forms by which descriptions name them, `intrinsic` the
//! intrinsics, with their names (`mangled_name`) and the prototypes of their builtins
//! (`builtin_prototype`); `immediate` says what immediate operands may be. `body_reader` makes
//! expressions (`expression`) of the dags of a body, and `functions` decides about each function of a
//! header. What prints functions and types is in `emit`, `function_writer` and `expression_writer`.

pub(crate) mod body_reader;
mod builtin_prototype;
pub(crate) mod emit;
pub(crate) mod expression;
mod expression_writer;
mod function_writer;
pub(crate) mod functions;
pub(crate) mod immediate;
pub(crate) mod intrinsic;
mod mangled_name;
pub(crate) mod neon_type;
mod shuffle;
