//! The match table of GlobalISel and of its combiners, and the C++ that runs it.
//!
//! In: the rules of a [`RuleSet`](tablewright_target::global_isel::RuleSet). `layout` shares what rules have
//! in common: rules become a tree of groups and switches. `builder`, `checks` and `actions` make the lines of
//! a [`ByteTable`](tablewright_text::byte_table::ByteTable) of the tree, which is a `table`; `emit` prints
//! it. `executor` prints the code around the table: types, features, predicates, and the functions that
//! evaluate them. Which rules there are, and in which order, is left to the actions of the program.

mod actions;
mod builder;
mod checks;
mod emit;
mod executor;
mod layout;
mod names;
mod table;

#[cfg(test)]
mod tests;

pub(crate) use executor::{
    ActionCode, Executor, FeatureBit, Guards, HwModeBit, Predicate, PredicateFunction, Tested,
    emit_predicate_enum,
};
pub(crate) use layout::layout;
pub(crate) use names::{RegisterNames, TableNames};
pub(crate) use table::{MatchTable, RuleOffsets, TableKind};
