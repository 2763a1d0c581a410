//! Code shared by several backends in this crate. It contains no actions.

pub(crate) mod field_declarations;
pub(crate) mod json;
pub(crate) mod options;
pub(crate) mod parallel_output;
pub(crate) mod source_locations;
pub(crate) mod value_lengths;
