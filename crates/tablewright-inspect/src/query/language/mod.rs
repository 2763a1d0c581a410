//! The language of conditions and paths.
//!
//! The lexer makes tokens of a text, and the parser makes a tree of them. Both know nothing of a
//! description: names are looked up when the query runs.

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
