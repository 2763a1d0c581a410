//! What several of these backends use: nothing in here is an action of its own.

pub(crate) mod field_declarations;
pub(crate) mod json;
pub(crate) mod options;
pub(crate) mod parallel_output;
pub(crate) mod source_locations;
pub(crate) mod value_lengths;
