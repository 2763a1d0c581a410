//! Queries about patterns: which records match or make something, how a pattern was read, which patterns are
//! left out and why, and what the pattern of an instruction does.

pub(crate) mod search;
pub(crate) mod semantics;
pub(crate) mod skipped;
pub(crate) mod trace;
