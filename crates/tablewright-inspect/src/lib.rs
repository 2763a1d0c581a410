//! Questions that people ask a description.
//!
//! In go the records of a description, and the question; out come structs that say the answer, with
//! `serde`'s traits, so that a program can print them in any format. Nothing here reads a file or
//! prints.
//!
//! - [`query`]: which records are there, what is in their fields, which records refer to one;
//! - [`explain`]: what set a field, what a record was made of, what stands at a position;
//! - [`ClassTree`]: which classes inherit from a class;
//! - [`FieldSetters`]: which declarations and `let`s set a field;
//! - [`IncludeTree`]: which files a file includes;
//! - [`ReadClass`]: what backends read of a class;
//! - [`export`]: instructions, registers, patterns and more of a target, as data;
//! - [`diff`]: what changed from one description to another.
#![warn(missing_docs)]

mod derives;
pub mod diff;
pub mod explain;
pub mod export;
mod includes;
mod location;
mod name_pattern;
pub mod query;
mod schema;
mod sets;
mod uses;
mod value;

pub use derives::{ClassLine, ClassTree};
pub use includes::{IncludeLine, IncludeTree};
pub use location::Location;
pub use name_pattern::NamePattern;
pub use schema::{ReadClass, ReadField, Readers};
pub use sets::{FieldSetter, FieldSetters, SetterKind};
pub use value::{DagArgument, DagValue, QueryValue};
