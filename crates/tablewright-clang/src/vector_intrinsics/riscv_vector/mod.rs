//! RISC-V's vector intrinsics.
//!
//! In: records of class `RVVBuiltin`. A record represents an intrinsic with several element types,
//! register group sizes (LMUL) and policies. Out: prototypes (`prototype`), their C types
//! (`vector_type`), and Clang's builtins (`intrinsics`, read by `reader`). `builtins_file`,
//! `codegen_file` and `sema_file` write the files for the standard intrinsics and for SiFive's.

mod builtin_names;
pub(crate) mod builtins_file;
pub(crate) mod codegen_file;
pub(crate) mod header;
mod intrinsics;
mod prototype;
mod reader;
pub(crate) mod sema_file;
mod signature_table;
pub(crate) mod summary;
mod vector_type;
