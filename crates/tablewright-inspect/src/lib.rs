//! Questions that people ask a description.
//!
//! In go the records of a description, and the question; out come structs that say the answer, with
//! `serde`'s traits, so that a program can print them in any format. Nothing here reads a file or
//! prints.
#![warn(missing_docs)]

mod location;

pub use location::Location;
