//! The syntax of TableGen: from bytes to a tree with positions, without any meaning.
//!
//! In comes the text of a main file and, through a [`FileProvider`], of the files it includes.
//! Out come a [`tree::Tree`], the interned [`symbol`]s it is written with, a
//! [`source::SourceMap`] that turns positions back into lines, and [`diagnostic`]s. Parsing cannot
//! fail: a fault yields a diagnostic and the tree of the rest. Values, types and records are left
//! to the crates above.
#![warn(missing_docs)]

pub mod bang;
pub mod diagnostic;
pub mod id_table;
mod include;
mod lexer;
mod parser;
mod preprocessor;
pub mod render;
pub mod source;
pub mod symbol;
pub mod tree;

pub use include::{FileProvider, IncludedFile};
pub use parser::{
    Input, Parsed, ReadSoFar, Sink, StatementEvent, is_macro_name, next_token_pos, parse,
    parse_each,
};
