//! What several backends know of the records they read: collected and checked, nothing printed.

pub mod options;
