//! The intrinsics of MVE and CDE, two extensions of Arm's M profile.
//!
//! In come the records of class `Intrinsic`. A record stands for one intrinsic for each type in its
//! field `params`. `mve_type` holds the types, `type_reader` makes them from records. `step_reader` reads
//! the code of a record once, as steps (`step`); `computation_builder` makes of them what an intrinsic
//! computes with its types (`computation`). `intrinsic_reader` collects the intrinsics (`intrinsic`) with
//! their names and immediate operands (`immediate`). CDE has macros too (`function_macro`). What is the
//! same for both extensions lies in a module for each file; `code_template` and `code_groups` decide
//! which intrinsics share code in the file that generates LLVM's IR.

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
