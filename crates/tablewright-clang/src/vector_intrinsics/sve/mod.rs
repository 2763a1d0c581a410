//! SVE and SME intrinsics.
//!
//! In: records of class `Inst`. A record represents an intrinsic with several element types.
//! `sve_type` contains the types and their letters in descriptions, `signature` the types of a
//! prototype for an element type, `flags` the values that Clang and descriptions share, `intrinsic`
//! the intrinsics with their names, and `by_name` their order. All jobs on a description share the
//! intrinsics. Each generated file has a module for both SVE and SME.

pub(crate) mod builtins_file;
pub(crate) mod by_name;
pub(crate) mod codegen_file;
pub(crate) mod flags;
pub(crate) mod header;
pub(crate) mod intrinsic;
pub(crate) mod json_file;
mod name_template;
pub(crate) mod range_checks_file;
pub(crate) mod reinterpretation;
pub(crate) mod signature;
pub(crate) mod streaming_attrs_file;
pub(crate) mod summary;
pub(crate) mod sve_type;
#[cfg(test)]
mod tests;
pub(crate) mod type_flags_file;
pub(crate) mod za_state_file;
