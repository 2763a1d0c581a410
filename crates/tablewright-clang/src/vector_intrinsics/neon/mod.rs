//! Arm's NEON intrinsics.
//!
//! In: records of class `Inst`. A record represents intrinsics with several element types.
//! `neon_type` contains the types and their specifications in descriptions. `intrinsic` contains
//! the intrinsics with their names (`mangled_name`) and builtin prototypes (`builtin_prototype`),
//! and `immediate` the ranges of immediate operands. `body_reader` creates expressions
//! (`expression`) from body dags, and `functions` decides about each header function. `header`
//! writes types and functions, with `function_writer` and `expression_writer`.

mod body_reader;
mod builtin_prototype;
mod expression;
mod expression_writer;
mod fpm;
mod function_writer;
mod functions;
pub(crate) mod header;
mod immediate;
mod intrinsic;
mod mangled_name;
mod neon_type;
pub(crate) mod sema_file;
mod shuffle;
pub(crate) mod summary;
pub(crate) mod test_file;
