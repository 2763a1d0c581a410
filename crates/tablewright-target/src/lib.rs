//! What several backends know of the records they read: collected and checked, nothing printed.

pub mod automaton;
pub mod directives;
pub mod hw_modes;
pub mod instruction_order;
pub mod instructions;
pub mod intrinsics;
pub mod mc_inst_predicate;
pub mod options;
pub mod schedule;
pub mod sd_node_properties;
pub mod subtarget_features;
pub mod target;
