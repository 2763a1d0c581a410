//! Generated readers and writers for the properties of Clang's types and values.
//!
//! In: records that list the properties of a type class or kind of value, with code to read each
//! from an object and to create an object. Out: a file with the methods for a reader or a writer:
//! `basic_file` for values of basic types, `types_file` for types.

pub(crate) mod basic_file;
mod body;
mod emit;
mod property_type;
mod rules;
pub(crate) mod types_file;

use body::{AstPropertyBody, PropertyAccessCode};
use emit::{emit_body, emit_read, emit_write};
use property_type::PropertyType;
use rules::{CasedType, Rules};

/// The code's direction: reader or writer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Direction {
    Read,
    Write,
}

impl Direction {
    /// Returns the suffix of class names.
    fn class_suffix(self) -> &'static str {
        match self {
            Direction::Read => "Reader",
            Direction::Write => "Writer",
        }
    }

    /// Returns the prefix of method names.
    fn method(self) -> &'static str {
        match self {
            Direction::Read => "read",
            Direction::Write => "write",
        }
    }

    /// Returns the member that reads or writes properties.
    fn variable(self) -> &'static str {
        match self {
            Direction::Read => "R",
            Direction::Write => "W",
        }
    }
}
