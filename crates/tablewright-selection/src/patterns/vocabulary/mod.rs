//! Meanings for records that patterns mention: classes, nodes, fragments, transformations, complex patterns and
//! intrinsics.

pub(crate) mod complex_pattern;
pub(crate) mod definitions;
pub(crate) mod fragment;
pub(crate) mod intrinsic_node;
pub(crate) mod record_classes;
pub(crate) mod sd_node;
pub(crate) mod special_records;
pub(crate) mod target_records;
