//! GlobalISel combiner rules, read and checked (`Combine.td`; "MIR Patterns in TableGen" in LLVM's manual).
//!
//! In: `GICombiner` records, their rules and the fragments in these rules. Out: a [`CombineRule`] for each rule, with
//! types inferred and names resolved. Rules are read one by one, so that errors appear in rule order. The backend
//! decides the order of instruction checks and writes the C++.

mod check;
mod describe;
mod fragment;
mod inference;
mod listed_rules;
mod operand_table;
mod overlap;
mod parse;
mod pattern;
mod pattern_list;
mod read_fragment;
mod reader;
mod roots;
mod rule;
#[cfg(test)]
mod tests;
mod type_check;

pub use crate::global_isel::NameId as Name;
pub use crate::global_isel::names::GlobalIselNames;
pub use fragment::{CombineParam, Fragment, Fragments, ParamKind};
pub use listed_rules::{ListedRule, listed_rules};
pub use operand_table::OperandTable;
pub use overlap::may_overlap;
pub use pattern::{
    Builtin, CombineFragmentId, CombinePatternId, InstructionKind, InstructionPattern,
    IntrinsicCall, MiFlags, OperandRange, Pattern, PatternBody, PatternOperand, PatternType,
};
pub use pattern_list::PatternList;
pub use reader::{RuleError, RuleReader};
pub use rule::{CombineRule, MatchData, Permutation};
