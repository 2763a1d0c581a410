//! What several backends know of the records they read: collected and checked, nothing printed.

pub mod assembler_condition;
pub mod automaton;
pub mod directives;
pub mod hw_modes;
pub mod inst_alias;
pub mod instructions;
pub mod intrinsics;
pub mod mc_inst_predicate;
mod older_releases;
pub mod options;
pub mod registers;
pub mod schedule;
pub mod sd_node_properties;
pub mod subtarget_features;
pub mod target;
pub mod value_types;
