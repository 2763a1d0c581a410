//! The NEON intrinsics of Arm.
//!
//! In come the records of class `Inst`. A record stands for an intrinsic with several element types.
//! `neon_type` holds the types and the short forms by which descriptions name them, `intrinsic` the
//! intrinsics, with their names (`mangled_name`) and the prototypes of their builtins
//! (`builtin_prototype`); `immediate` says what immediate operands may be. `body_reader` makes
//! expressions (`expression`) of the dags of a body, and `functions` decides about each function of a
//! header. `header` prints types and functions, with `function_writer` and `expression_writer`.

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
