//! Support code for several actions.

pub(crate) mod cpp;
pub(crate) mod format_errors;
pub(crate) mod markdown;
pub(crate) mod punctuation;
pub(crate) mod python;
pub(crate) mod value_access;
