//! The language of conditions and paths.
//!
//! The lexer splits text into tokens, and the parser builds a tree. Neither knows the description:
//! names are resolved when the query runs.

mod lexer;
mod parser;
mod tree;

#[cfg(test)]
mod tests;

pub(super) use parser::{parse_condition, parse_path, parse_paths};
pub(super) use tree::{
    Check, Choice, Comparison, Condition, Expr, Literal, Name, NameId, NameRole, Names, Operand,
    Path, Repeat, Step, Test,
};
