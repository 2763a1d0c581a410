//! The match table for GlobalISel and its combiners, and the C++ that runs it.
//!
//! In: the rules of a [`RuleSet`](tablewright_selection::global_isel::RuleSet). `layout` shares the rules' common checks:
//! rules become a tree of groups and switches. `builder`, `checks` and `actions` convert the tree to lines of a
//! [`ByteTable`](tablewright_text::byte_table::ByteTable), defined in `table`; `emit` prints it. `executor` prints the
//! code around the table: types, features, predicates, and the functions that evaluate them. The program's actions
//! determine the rules and their order.

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

use tablewright_backend::{BackendOption, OptionKind, Options};
use tablewright_selection::global_isel::low_level_type::TypeDetail;

pub(crate) use executor::{
    ActionCode, Executor, ExecutorFeatureBit, ExecutorGuards, ExecutorPredicate, HwModeBit,
    PredicateFunction, Tested, emit_predicate_enum,
};
pub(crate) use layout::{Sharing, layout};
pub(crate) use names::{MatchTableRegisterNames, TableNames};
pub(crate) use table::{MatchTable, RuleOffsets, TableKind};

/// An option of all backends with match tables.
pub(crate) const EXTENDED_LLT: BackendOption = BackendOption {
    name: "gisel-extended-llt",
    kind: OptionKind::Flag { default: false },
    help: "Generate extended llt names in match tables",
};

/// Returns the detail of types in match tables.
pub(crate) fn type_detail(options: &Options) -> TypeDetail {
    if options.flag(&EXTENDED_LLT) { TypeDetail::Kind } else { TypeDetail::Size }
}
