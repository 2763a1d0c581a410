//! Queries about patterns: the records that match a node or create an instruction, reading traces, skipped patterns
//! with reasons, operations without a pattern, and instruction semantics.

pub(crate) mod missing;
pub(crate) mod search;
pub(crate) mod semantics;
pub(crate) mod semantics_records;
pub(crate) mod skipped;
pub(crate) mod trace;
