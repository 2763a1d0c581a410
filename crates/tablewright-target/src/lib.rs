//! What several backends know of the records they read: collected and checked, nothing printed.

pub mod directives;
pub mod intrinsics;
pub mod options;
pub mod sd_node_properties;
