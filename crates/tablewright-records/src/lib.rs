//! The meaning of TableGen files: types, values, classes and records.
//!
//! In: a syntax tree. Out: diagnostics, and a [`RecordStore`], which is immutable and shared freely between threads.
#![warn(missing_docs)]
#![allow(
    clippy::implied_bounds_in_impls,
    reason = "of an iterator of another crate, rustdoc shows the item type with the bound `Iterator` only"
)]

mod analysis;
mod analysis_cache;
mod eval;
mod field_error;
mod field_slot_cache;
mod ids;
mod incremental;
mod input_errors;
mod large_stack;
mod load;
mod load_diagnostics;
mod loaded;
mod location;
mod mention_search;
mod monitor;
mod name_order;
mod named;
mod options;
mod print;
mod query;
pub mod reads;
mod record;
pub mod record_view;
mod recording;
pub mod release;
mod release_detection;
mod rewind;
pub mod set_theory;
mod source_order;
mod store;
mod store_changes;
mod store_rewind;
#[cfg(test)]
mod test_support;
pub mod trace;
mod types;
mod value;
mod value_ref;

pub use analysis::Analysis;
pub use analysis_cache::AnalysisError;
pub use field_error::{FieldError, FieldErrorKind};
pub use ids::{ClassId, RecordId, ShapeId, TypeId};
pub use incremental::{IncrementalLoad, Reloaded};
pub use input_errors::InputErrors;
pub use large_stack::HAS_THREADS;
pub use load::load;
pub use loaded::Loaded;
pub use location::Location;
pub use mention_search::MentionSearch;
pub use monitor::{EarlyDiagnostics, LoadMonitor, LoadProgress};
pub use name_order::natural_order;
pub use options::{CompileMode, LoadOptions};
pub use record::{FieldDecl, Param};
pub use record_view::RecordView;
pub use release::{Feature, Release};
pub use release_detection::ReleaseMark;
pub use source_order::SourceOrder;
pub use store::{Class, Field, Record, RecordStore};
pub use store_changes::{StoreChanges, StoreFingerprint};
pub use tablewright_text::TextSink;
pub use types::Type;
pub use value::{ArgKey, Bits, Dag, DagArg, InstanceArg, List, Op, Value, ValueId};
pub use value_ref::{BitSource, BitsRef, DagRef, ListRef, ValueRef};
