//! The syntax of TableGen: source map, lexer, preprocessor and parser.
//!
//! The input is the text of a main file and, through a [`FileProvider`], of the files that it
//! includes. The output is the [`tree`] of what was written, with positions. Beside it are the
//! interned [`symbol`]s of the names in the tree, the [`source::SourceMap`] that turns positions
//! into lines and columns, and the [`diagnostic`]s.
//!
//! Parsing always gives a tree: a statement with a syntax error is reported and left out, and
//! parsing goes on at the next one. Types, values and records are left to the crate
//! `tablewright-records`.
#![warn(missing_docs)]

pub mod bang;
pub mod code;
pub mod diagnostic;
mod dialect;
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "the rules name the tokens and nodes that they are about; all others are as they are"
)]
pub mod format;
pub mod id_table;
mod include;
mod lexer;
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "the grammar names the tokens that may stand at a position; any other is an error there"
)]
pub mod lossless;
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "the grammar names the tokens that may stand at a position; any other is an error there"
)]
mod parser;
mod preprocessor;
pub mod render;
pub mod similar;
pub mod source;
pub mod symbol;
pub mod text_map;
pub mod tree;
pub mod written_value;

pub use dialect::{Dialect, OuterLetBits};
pub use include::{FileProvider, IncludedFile, NotFound, include_path};
pub use lexer::{Directive, LexError, TokenKind};
pub use parser::{
    EventRead, Input, Outline, OutlineBlock, OutlineKind, OutlineList, Parsed, PassedPart,
    PassedReads, Read, Sink, TreeCache, is_macro_name, next_token_pos, outline, parse, parse_each,
    shown_span,
};
pub use preprocessor::{Flattening, MacroUse, flatten, read_includes};
