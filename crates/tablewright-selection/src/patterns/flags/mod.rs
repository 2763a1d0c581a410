//! Instruction flags that follow from patterns: side effects and memory accesses.

mod effects;
pub(crate) mod instruction_flags;
