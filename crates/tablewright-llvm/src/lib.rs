//! Backends: finished records in, text out. One module each, named as its action is.
//!
//! The general ones (records, JSON, enums, sets, tags) are here too. A backend reads no file and
//! prints nothing by itself: it writes to what its [`registry::Job`] holds.

mod ctags;
mod declarations;
mod dump_json;
mod json;
mod null_backend;
mod output;
mod places;
mod print_detailed_records;
mod print_enums;
mod print_records;
mod print_sets;
pub mod registry;

pub use registry::{clang_backends, llvm_backends};
