//! The vector intrinsics of RISC-V.
//!
//! In come the records of class `RVVBuiltin`. A record stands for an intrinsic with several element
//! types, register group sizes (LMUL), and policies. Out come its parts: prototypes (`prototype`), the
//! types they stand for (`vector_type`), the builtins of Clang (`intrinsics`, which `reader` reads).
//! The files that both the standard intrinsics and SiFive's have lie in `builtins_file`,
//! `codegen_file` and `sema_file`.

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
