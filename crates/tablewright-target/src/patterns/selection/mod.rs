//! The patterns of a target as instruction selection tries them: with variants, one for each hardware mode,
//! in order of complexity and cost.

mod by_mode;
pub(crate) mod complexity;
mod condition;
mod fragment_type;
pub(crate) mod match_context;
pub(crate) mod to_match;
mod variants;
