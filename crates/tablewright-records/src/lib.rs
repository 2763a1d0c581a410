//! What TableGen files mean: types, values, classes and records.
//!
//! In comes a syntax tree; out comes a [`RecordStore`], immutable and shared freely between
//! threads, and diagnostics.
#![warn(missing_docs)]

mod analysis;
mod eval;
mod load;
mod name_order;
mod places;
mod print;
mod query;
mod record;
pub mod set_theory;
mod store;
mod types;
mod value;

pub use analysis::{Analysis, AnalysisError};
pub use load::{LoadOptions, Loaded, load};
pub use name_order::natural_order;
pub use query::FieldError;
pub use record::{ClassId, FieldDecl, Param, RecordId, ShapeId};
pub use store::{Class, Field, Record, RecordStore};
pub use tablewright_text::TextSink;
pub use types::{Type, TypeId};
pub use value::{ArgKey, Bits, Dag, DagArg, InstanceArg, List, Op, Value, ValueId};
