//! TableGen syntax: source map, lexer, preprocessor and parser.
//!
//! In: the text of a main file and, through a [`FileProvider`], the files that it includes. Out:
//! the [`tree`] with positions, the names in it as [`symbol`]s, the [`source::SourceMap`] that
//! turns positions into lines and columns, and the [`diagnostic`]s.
//!
//! Parsing always produces a tree: a statement with a syntax error is reported and left out, and
//! parsing continues at the next. The crate `tablewright-records` handles types, values and
//! records.
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
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "the grammar names the tokens that may stand at a position; any other is an error there"
)]
mod grammar;
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
    reason = "the outline names the nodes that it shows; all others are not in it"
)]
mod outline;
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

pub use dialect::{LanguageDialect, OuterLetBits};
pub use include::{FileProvider, IncludedFile, NotFound, include_path};
pub use lexer::{Directive, LexError, TokenKind};
pub use outline::{Outline, OutlineBlock, OutlineKind, OutlineList, outline};
pub use parser::{
    EventRead, Input, Parsed, PassedPart, PassedReads, Read, Sink, TreeCache, is_macro_name,
    next_token_pos, parse, parse_each, shown_span,
};
pub use preprocessor::{Flattening, MacroUse, flatten, read_includes};
