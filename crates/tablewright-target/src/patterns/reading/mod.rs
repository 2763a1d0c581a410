//! Reading patterns: from the dags of records to trees whose types are all known.
//!
//! The fragments of a target come first, then the patterns of instructions, then the records of class
//! `Pattern`. The result is the analysis [`Patterns`](list::Patterns).

pub(crate) mod complete;
mod default_operands;
mod fragments;
pub(crate) mod inline;
mod inputs_outputs;
pub(crate) mod instruction_pattern;
pub(crate) mod list;
pub(crate) mod parse;
pub(crate) mod reasons;
mod rule_text;
