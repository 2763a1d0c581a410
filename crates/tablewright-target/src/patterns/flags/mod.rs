//! Flags of instructions that follow from their patterns: side effects, and accesses to memory.

mod effects;
pub(crate) mod instruction_flags;
