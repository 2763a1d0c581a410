//! Translation to and from LLVM IR: `--gen-llvmir-conversions`, `--gen-op-from-llvmir-conversions`,
//! `--gen-intr-from-llvmir-conversions`, `--gen-convertible-llvmir-intrinsics`,
//! `--gen-enum-to-llvmir-conversions`, `--gen-enum-from-llvmir-conversions`; and `--gen-llvmir-intrinsics`.

pub(crate) mod convertible_llvmir_intrinsics;
mod enum_conversions;
pub(crate) mod enum_from_llvmir_conversions;
pub(crate) mod enum_to_llvmir_conversions;
mod import;
pub(crate) mod intr_from_llvmir_conversions;
pub(crate) mod llvmir_conversions;
pub(crate) mod llvmir_intrinsics;
pub(crate) mod op_from_llvmir_conversions;
#[cfg(test)]
mod tests;
