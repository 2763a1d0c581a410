//! A target's patterns as instruction selection tries them: with variants, one for each hardware mode, ordered by
//! complexity and cost.

pub(crate) mod by_mode;
pub(crate) mod complexity;
mod condition;
pub(crate) mod match_context;
pub(crate) mod to_match;
mod variants;
