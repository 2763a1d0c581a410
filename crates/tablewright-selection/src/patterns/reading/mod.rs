//! Reading patterns: from dags in records to trees with known types.
//!
//! A target's fragments are read first, then instruction patterns, then `Pattern` records. The result is the analysis
//! [`Patterns`](list::Patterns).

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
