//! Code that reads and writes types and values of Clang property by property.
//!
//! In come the records that say which properties a class of types or a kind of value has, how each is
//! read from an object, and how an object is created from all of them. Out comes, for a reader or a
//! writer, the file with the methods: `basic_file` for values of basic types, `types_file` for types.

pub(crate) mod basic_file;
mod body;
mod emit;
mod property_type;
mod rules;
pub(crate) mod types_file;

use body::{Body, PropertyCode};
use emit::{emit_body, emit_read, emit_write};
use property_type::PropertyType;
use rules::{CasedType, Rules};

/// Whether the code reads objects or writes them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Direction {
    Read,
    Write,
}

impl Direction {
    /// The end of the names of the classes.
    fn class_suffix(self) -> &'static str {
        match self {
            Direction::Read => "Reader",
            Direction::Write => "Writer",
        }
    }

    /// The beginning of the names of the methods.
    fn method(self) -> &'static str {
        match self {
            Direction::Read => "read",
            Direction::Write => "write",
        }
    }

    /// The member that reads or writes single properties.
    fn variable(self) -> &'static str {
        match self {
            Direction::Read => "R",
            Direction::Write => "W",
        }
    }
}
