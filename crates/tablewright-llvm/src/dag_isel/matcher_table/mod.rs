//! The table of `--gen-dag-isel` as data: where each step stands, which patterns it leads to, what a pattern
//! costs, and which patterns are never reached.
//!
//! In: the records of a target. Out: a [`MatcherTable`]. Offsets are those of the table that is printed, with
//! comments or without. How the table is built is left to `dag_isel::model`.
//!
//! ```
//! use tablewright_llvm::matcher_table::{MatcherTable, TablePlace};
//! use tablewright_records::RecordStore;
//! use tablewright_syntax::diagnostic::Diagnostics;
//!
//! /// The names of the patterns that can still match where selection failed.
//! fn possible(store: &RecordStore, offset: u32) -> Option<Vec<&str>> {
//!     let table = MatcherTable::new(store, &mut Diagnostics::new(), false).ok()?;
//!     let TablePlace::Step(step) = table.place_at(offset)? else { return None };
//!     let patterns = table.patterns_from(step);
//!     let record = |&place: &usize| table.patterns().list[place].record;
//!     Some(patterns.iter().map(|place| store.record(record(place)).name()).collect())
//! }
//! ```

mod cost;
mod facts;
mod flatten;
mod path;
mod shadowed;
mod stats;
mod step_kind;

use tablewright_backend::Failure;
use tablewright_index::{IndexVec, define_index};
use tablewright_records::RecordStore;
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_target::patterns::{FragmentId, PatternsToMatch};

use super::emit::step_text;
use super::model::DagIsel;
use super::model::analyses::Analyses;
use super::model::matcher::Matcher;

pub use cost::PatternCost;
pub use flatten::BranchKey;
pub use path::TablePlace;
pub use shadowed::{Shadowed, ShadowedBy};
pub use stats::{ConditionStats, OpcodeStats, PredicateStats, StepStats, TableStats};

define_index! {
    /// A step of the table. Steps are numbered in the order of their offsets.
    pub struct StepId;

    /// A way to go on behind a step that has several.
    pub struct BranchId;
}

/// A step of the table.
#[derive(Debug)]
pub struct Step {
    /// Where it stands.
    pub offset: u32,
    /// How many bytes it takes itself, without its branches.
    pub size: u32,
    /// Where the next step stands, behind all branches.
    pub end: u32,
    /// The branch that it is part of; none for the first steps of the table.
    pub branch: Option<BranchId>,
    /// The ways to go on; none for most steps.
    pub branches: Vec<BranchId>,
    matcher: Matcher,
}

/// A way to go on behind a step that has several.
#[derive(Debug)]
pub struct Branch {
    /// The step.
    pub of: StepId,
    /// Which of its branches it is.
    pub place: usize,
    /// Where its size stands, to which selection goes when the branch before it fails.
    pub header: u32,
    /// Where its first step stands.
    pub start: u32,
    /// Where it ends.
    pub end: u32,
    /// What a switch compares.
    pub key: Option<BranchKey>,
    /// Its first step.
    pub first: StepId,
}

/// The table of a target.
pub struct MatcherTable<'s> {
    store: &'s RecordStore,
    /// What the table refers to. Its tree of matchers has become the steps.
    model: DagIsel<'s>,
    steps: IndexVec<StepId, Step>,
    branches: IndexVec<BranchId, Branch>,
}

impl<'s> MatcherTable<'s> {
    /// The table of a target, with or without the steps of `--instrument-coverage`.
    ///
    /// # Errors
    /// Those of `--gen-dag-isel`.
    pub fn new(
        store: &'s RecordStore,
        diagnostics: &mut Diagnostics,
        has_coverage: bool,
    ) -> Result<MatcherTable<'s>, Failure> {
        let mut model = DagIsel::collect(&mut Analyses { store, diagnostics }, has_coverage)?;
        let root = std::mem::take(&mut model.root);
        let (steps, branches) = flatten::flatten(root, &model.sizes(), model.patterns);
        Ok(MatcherTable { store, model, steps, branches })
    }

    /// How many bytes the table has.
    pub fn size(&self) -> u32 {
        // The table ends with a step that no pattern follows.
        self.model.size + 1
    }

    /// The patterns, to whose places in their list leaves of the table refer.
    pub fn patterns(&self) -> &'s PatternsToMatch {
        self.model.patterns
    }

    /// All steps, in the order of their offsets.
    pub fn steps(&self) -> &IndexVec<StepId, Step> {
        &self.steps
    }

    /// A way to go on.
    pub fn branch(&self, branch: BranchId) -> &Branch {
        &self.branches[branch]
    }

    /// The pattern that a step completes, by its place among all.
    pub fn pattern_of(&self, step: StepId) -> Option<usize> {
        match self.steps[step].matcher {
            Matcher::CompleteMatch { pattern, .. } | Matcher::MorphNodeTo { pattern, .. } => {
                Some(pattern as usize)
            }
            _ => None,
        }
    }

    /// A step in one line, as it is printed.
    pub fn step_text(&self, step: StepId) -> String {
        let Step { matcher, branches, .. } = &self.steps[step];
        match matcher {
            Matcher::Scope(_) => format!("OPC_Scope, {} children", branches.len()),
            Matcher::SwitchOpcode(_) => format!("OPC_SwitchOpcode, {} cases", branches.len()),
            Matcher::SwitchType(_) => format!("OPC_SwitchType, {} cases", branches.len()),
            matcher => step_text(&self.model, matcher),
        }
    }

    /// What a switch compares in one of its branches, as it is printed; none for a scope.
    pub fn key_text(&self, branch: BranchId) -> Option<String> {
        Some(match self.branches[branch].key? {
            BranchKey::Opcode(opcode) => self.store.str(opcode).to_owned(),
            BranchKey::Type(ty) => {
                let name = self.model.types.name(self.store, ty).unwrap_or("?");
                format!("MVT::{name}")
            }
        })
    }

    /// The C++ code of a fragment's predicate.
    pub fn predicate_code(&self, fragment: FragmentId) -> Option<&str> {
        let (number, uses_operands) = self.model.numbers.predicate(fragment);
        let list = match uses_operands {
            true => &self.model.numbers.predicates_with_operands,
            false => &self.model.numbers.predicates,
        };
        let predicate = list.get(number as usize)?;
        predicate.fragments.contains(&fragment).then_some(&predicate.code)
    }
}
