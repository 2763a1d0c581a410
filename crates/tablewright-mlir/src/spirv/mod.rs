//! SPIR-V: `--gen-spirv-attr-utils`, `--gen-spirv-capability-implication`.

pub(crate) mod spirv_attr_utils;
pub(crate) mod spirv_capability_implication;
