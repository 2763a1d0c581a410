//! The `--gen-dag-isel` table as data: step offsets, the patterns that steps lead to, pattern costs, and patterns
//! that are never reached.
//!
//! In: a target's records. Out: a [`MatcherTable`]. Offsets refer to the printed table, and comments do not change
//! them. `dag_isel::model` builds the table.
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
//!     let record = |&index: &usize| table.patterns().list[index].record;
//!     Some(patterns.iter().map(|index| store.record(record(index)).name()).collect())
//! }
//! ```

mod cost;
mod flatten;
mod path;
mod path_checks;
mod repeated;
mod shadowed;
mod stats;
mod step_kind;

use tablewright_backend::Failure;
use tablewright_index::{IndexVec, define_index};
use tablewright_records::RecordStore;
use tablewright_selection::patterns::{FragmentId, PatternsToMatch};
use tablewright_syntax::diagnostic::Diagnostics;

use super::emit::step_text;
use super::model::DagIsel;
use super::model::analyses::DagIselAnalyses;
use super::model::matcher::Matcher;

pub use cost::PatternCost;
pub use flatten::BranchKey;
pub use path::TablePlace;
pub use shadowed::{Shadowed, ShadowedBy};
pub use stats::{ConditionStats, OpcodeStats, PredicateStats, StepStats, TableStats};

define_index! {
    /// A table step. Steps are numbered by offset.
    pub struct MatcherTableStepId;

    /// A branch: one of several continuations after a step.
    pub struct BranchId;
}

/// A table step.
#[derive(Debug)]
pub struct MatcherTableStep {
    /// Offset in the table.
    pub offset: u32,
    /// Own size in bytes, without branches.
    pub size: u32,
    /// Offset of the next step, after all branches.
    pub end: u32,
    /// Branch that contains the step. `None` for the table's first steps.
    pub branch: Option<BranchId>,
    /// Branches after the step. Empty for most steps.
    pub branches: Vec<BranchId>,
    matcher: Matcher,
}

/// A branch: one of several continuations after a step.
#[derive(Debug)]
pub struct Branch {
    /// The step.
    pub of: MatcherTableStepId,
    /// Index among the step's branches.
    pub index: usize,
    /// Offset of the branch size. Selection continues here if the previous branch fails.
    pub header: u32,
    /// First step's offset.
    pub start: u32,
    /// End offset.
    pub end: u32,
    /// Value that the switch compares. `None` for a scope.
    pub key: Option<BranchKey>,
    /// Its first step.
    pub first: MatcherTableStepId,
}

/// A target's table.
pub struct MatcherTable<'s> {
    store: &'s RecordStore,
    /// Model that the table refers to. Its matcher tree was converted to the steps.
    model: DagIsel<'s>,
    size: u32,
    steps: IndexVec<MatcherTableStepId, MatcherTableStep>,
    branches: IndexVec<BranchId, Branch>,
}

impl<'s> MatcherTable<'s> {
    /// Builds a target's table, with or without the steps for `--instrument-coverage`.
    ///
    /// # Errors
    ///
    /// The same errors as `--gen-dag-isel`.
    pub fn new(
        store: &'s RecordStore,
        diagnostics: &mut Diagnostics,
        has_coverage: bool,
    ) -> Result<MatcherTable<'s>, Failure> {
        let mut model =
            DagIsel::collect(&mut DagIselAnalyses { store, diagnostics }, has_coverage)?;
        let root = std::mem::take(&mut model.root);
        let table = model.encode(&root, false);
        let (steps, branches) = flatten::flatten(root, &table, model.patterns);
        // The table ends with a step that no pattern follows.
        let size = table.size() + 1;
        Ok(MatcherTable { store, model, size, steps, branches })
    }

    /// Returns the records.
    pub fn store(&self) -> &'s RecordStore {
        self.store
    }

    /// Returns the model that the table refers to.
    pub(in crate::dag_isel) fn model(&self) -> &DagIsel<'s> {
        &self.model
    }

    /// Returns a step's matcher. The branches of the step are not part of the matcher.
    pub(in crate::dag_isel) fn matcher(&self, step: MatcherTableStepId) -> &Matcher {
        &self.steps[step].matcher
    }

    /// Returns the table size in bytes.
    pub fn size(&self) -> u32 {
        self.size
    }

    /// Returns the patterns. Leaves in the table contain indices into their list.
    pub fn patterns(&self) -> &'s PatternsToMatch {
        self.model.patterns
    }

    /// Returns all steps, in the order of their offsets.
    pub fn steps(&self) -> &IndexVec<MatcherTableStepId, MatcherTableStep> {
        &self.steps
    }

    /// Returns a branch.
    pub fn branch(&self, branch: BranchId) -> &Branch {
        &self.branches[branch]
    }

    /// Returns the pattern that a step completes, by its index among all.
    pub fn pattern_of(&self, step: MatcherTableStepId) -> Option<usize> {
        self.steps[step].matcher.pattern().map(|pattern| pattern as usize)
    }

    /// Returns a step as a line of text.
    pub fn step_text(&self, step: MatcherTableStepId) -> String {
        let MatcherTableStep { matcher, branches, .. } = &self.steps[step];
        if let Matcher::Scope(_) = matcher {
            format!("OPC_Scope, {} children", branches.len())
        } else if let Matcher::SwitchOpcode(_) = matcher {
            format!("OPC_SwitchOpcode, {} cases", branches.len())
        } else if let Matcher::SwitchType(_) = matcher {
            format!("OPC_SwitchType, {} cases", branches.len())
        } else {
            step_text(&self.model, matcher)
        }
    }

    /// Returns the printed value that a switch compares for a branch. `None` for a scope.
    pub fn key_text(&self, branch: BranchId) -> Option<String> {
        Some(match self.branches[branch].key? {
            BranchKey::Opcode(opcode) => self.store.str(opcode).to_owned(),
            BranchKey::Type(ty) => {
                let name = self.model.types.all.name(self.store, ty).unwrap_or("?");
                format!("MVT::{name}")
            }
        })
    }

    /// Returns the C++ code of a fragment's predicate.
    pub fn predicate_code(&self, fragment: FragmentId) -> Option<&str> {
        let numbers = &self.model.numbers;
        numbers.predicate_of(numbers.find_predicate(fragment)?).map(|predicate| &*predicate.code)
    }
}
