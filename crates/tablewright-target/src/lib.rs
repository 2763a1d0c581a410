//! Shared models for backends: data collected from records and checked, but not printed.
//!
//! In: a record store. Out: mostly [`Analysis`](tablewright_records::Analysis)es of the store:
//! registers ([`registers`]), instructions ([`instructions`]), scheduling ([`schedule`]), hardware
//! modes ([`hw_modes`]), features and value types. An analysis is built when the first
//! backend requests it. The store keeps the analysis, so that all backends in a run share it. An
//! analysis refers to records by id and to its own parts by typed indices. The other modules read
//! individual records, for example aliases and predicates.
//!
//! Backends print the output. Models of instruction selection are in `tablewright-selection`.
#![warn(missing_docs)]

pub mod assembler_condition;
pub mod assembler_features;
pub mod assembly;
pub mod automaton;
pub mod compress_pattern;
pub mod condition;
pub mod decoding;
pub mod enabled_features;
pub mod hw_modes;
pub mod inst_alias;
pub mod instructions;
pub mod mc_inst_predicate;
pub mod merge_sort;
pub mod qualified_name;
pub mod record_views;
pub mod registers;
pub mod schedule;
pub mod subtarget_features;
pub mod target;
pub mod tii_predicate;
pub mod value_types;
