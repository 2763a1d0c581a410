//! Lints for a move to another LLVM release, with constructs that the release refuses or reads differently.
//!
//! A lint needs the description with the include files of its own release. [`names`] has the names that each release
//! adds or removes, [`replacements`] has the new names of renamed definitions, and [`new_fields`] has fields that backends
//! read since a release. A fix makes the description one of the new release, so it may change outputs.

pub(super) mod defined_by_llvm;
mod names;
pub(super) mod new_field;
mod new_fields;
pub(super) mod removed_field;
pub(super) mod removed_name;
pub(super) mod removed_syntax;
mod replacements;
mod statement;
#[cfg(test)]
mod test_support;
