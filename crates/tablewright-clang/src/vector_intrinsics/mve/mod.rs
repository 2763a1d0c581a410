//! MVE and CDE intrinsics, for two extensions of Arm's M profile.
//!
//! In: records of class `Intrinsic`. A record represents an intrinsic for each type in its field
//! `params`. `mve_type` contains the types, and `type_reader` creates them from records.
//! `step_reader` reads a record's code once, as steps (`step`). `computation_builder` creates from
//! them an intrinsic's computation for its types (`computation`). `intrinsic_reader` collects
//! intrinsics (`intrinsic`) with their names and immediate operands (`immediate`). CDE also has
//! macros (`function_macro`). Each generated file has a module for both extensions. `code_template`
//! and `code_groups` decide which intrinsics share code in the file that generates LLVM IR.

pub(crate) mod aliases_file;
pub(crate) mod builtin_def_file;
mod code_groups;
mod code_template;
pub(crate) mod codegen_file;
mod computation;
mod computation_builder;
mod error;
mod function_macro;
pub(crate) mod header;
mod immediate;
mod intrinsic;
mod intrinsic_reader;
mod mve_type;
pub(crate) mod sema_file;
mod step;
mod step_reader;
pub(crate) mod summary;
mod type_reader;
