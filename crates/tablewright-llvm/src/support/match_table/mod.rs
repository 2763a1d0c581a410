//! The match table of GlobalISel and of its combiners, and the C++ that runs it.
//!
//! In: the rules of a [`RuleSet`](tablewright_target::global_isel::RuleSet). `layout` shares what rules have
//! in common: rules become a tree of groups and switches. `table` writes the tree as the bytes of an array,
//! with comments; `encoder` knows how values become bytes, and where labels are. `executor` writes what stands
//! around the table: types, features, predicates, and the functions that look at them. Which rules there are,
//! and in which order, is left to the actions.

mod actions;
mod checks;
mod encoder;
mod executor;
mod layout;
mod names;
mod table;

#[cfg(test)]
mod tests;

pub(crate) use executor::{
    ActionCode, Executor, FeatureBit, Guards, HwModeBit, Predicate, PredicateFunction,
    emit_predicate_enum,
};
pub(crate) use layout::{Node, layout};
pub(crate) use names::{RegisterNames, TableNames};
pub(crate) use table::{MatchTable, RulePlace, TableKind};
