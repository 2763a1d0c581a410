//! SPIR-V: `--gen-spirv-attr-utils`, `--gen-spirv-capability-implication`,
//! `--gen-spirv-serialization`.

pub(crate) mod spirv_attr_utils;
pub(crate) mod spirv_capability_implication;
pub(crate) mod spirv_serialization;
