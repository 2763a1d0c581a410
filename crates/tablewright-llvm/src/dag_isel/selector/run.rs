//! The interpreter of the table, for one node.
//!
//! A step checks or records something about the node in question, or creates an instruction. If a check fails, the
//! innermost scope continues with its next branch.

use rustc_hash::FxHashMap;
use tablewright_selection::patterns::graph::{GraphValue, SelectionGraph};
use tablewright_target::instructions::InstructionId;
use tablewright_target::registers::RegisterId;

use super::{Selector, TriedPatterns};
use crate::dag_isel::matcher_table::{MatcherTable, MatcherTableStepId};

/// A recorded value, or a created one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Recorded {
    Value(GraphValue),
    Number(i64),
    Enumerator(String),
    Register(Option<RegisterId>),
    /// A result of a created instruction, by its number in [`TableRun::created`].
    Created {
        index: usize,
        result: usize,
    },
}

/// Assumptions about C++ whose result is not known.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Assumptions {
    /// It refuses.
    None,
    /// Functions of nodes accept, conditions on the subtarget refuse.
    Nodes,
    /// It accepts.
    All,
}

impl Assumptions {
    /// Whether node functions accept.
    pub(crate) fn accepts_nodes(self) -> bool {
        self > Assumptions::None
    }
}

/// A created instruction, or a copy to a register.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum CreatedNode {
    Instruction {
        id: InstructionId,
        operands: Vec<Recorded>,
        result_count: usize,
        /// Whether it has neither a chain nor flags. Equal pure instructions are merged.
        is_pure: bool,
    },
    Copy {
        register: RegisterId,
        value: Recorded,
    },
}

/// A pattern that matches.
pub(crate) struct TableMatch {
    pub(crate) created: Vec<CreatedNode>,
    /// The values that replace the node's results.
    pub(crate) results: Vec<Recorded>,
    pub(crate) pattern: usize,
    /// The nodes with a chain that the pattern covers.
    pub(crate) chained: Vec<GraphValue>,
    pub(crate) assumptions: Vec<String>,
}

/// State to which a failed check returns.
struct Scope {
    step: MatcherTableStepId,
    /// The next branch's index.
    branch: usize,
    path: Vec<GraphValue>,
    recorded: usize,
    assumptions: usize,
}

/// The outcome of a step.
pub(super) enum StepOutcome {
    Passed,
    /// A check failed, for a reason in words. Empty unless a trace was requested.
    Failed(String),
    /// The pattern matches.
    Matched {
        results: Vec<Recorded>,
        pattern: usize,
    },
}

/// The graph in selection.
#[derive(Clone, Copy)]
pub(crate) struct GraphInput<'a> {
    pub(crate) graph: &'a SelectionGraph,
    pub(crate) uses: &'a FxHashMap<GraphValue, usize>,
    /// Whether failed steps are recorded.
    pub(crate) has_trace: bool,
}

impl GraphInput<'_> {
    /// Counts a value's uses.
    pub(crate) fn use_count(&self, value: GraphValue) -> usize {
        self.uses.get(&value).copied().unwrap_or(0)
    }
}

/// A node to select.
#[derive(Clone, Copy)]
pub(crate) struct NodeAttempt<'a> {
    pub(crate) input: GraphInput<'a>,
    pub(crate) root: GraphValue,
    pub(crate) assumes: Assumptions,
}

/// A condition whose answer may not be assumed.
pub(crate) struct ConditionRefused;

/// The interpreter's state.
pub(super) struct TableRun<'a, 's> {
    pub(super) selector: &'a Selector<'a, 's>,
    pub(super) table: &'a MatcherTable<'s>,
    pub(super) input: GraphInput<'a>,
    pub(super) assumes: Assumptions,
    /// The node in question, below its ancestors up to the root.
    pub(super) path: Vec<GraphValue>,
    pub(super) recorded: Vec<Recorded>,
    pub(super) created: Vec<CreatedNode>,
    pub(super) assumptions: Vec<String>,
    chained: Vec<GraphValue>,
    scopes: Vec<Scope>,
}

/// Runs the table for a node. Adds the patterns that failed to `tried`.
pub(super) fn run<'s>(
    selector: &Selector<'_, 's>,
    table: &MatcherTable<'s>,
    attempt: NodeAttempt<'_>,
    tried: &mut Vec<TriedPatterns>,
) -> Option<TableMatch> {
    let NodeAttempt { input, root, assumes } = attempt;
    let mut run = TableRun {
        selector,
        table,
        input,
        assumes,
        path: vec![root],
        recorded: Vec::new(),
        created: Vec::new(),
        assumptions: Vec::new(),
        chained: Vec::new(),
        scopes: Vec::new(),
    };
    if table.steps().is_empty() {
        return None;
    }
    let mut step = MatcherTableStepId::from_index(0);
    loop {
        let branches = &table.steps()[step].branches;
        let outcome = if branches.is_empty() {
            run.step(step)
        } else {
            match run.branch(step) {
                Ok(first) => {
                    step = first;
                    continue;
                }
                Err(reason) => StepOutcome::Failed(reason),
            }
        };
        match outcome {
            StepOutcome::Passed => step = MatcherTableStepId::from_index(step.index() + 1),
            StepOutcome::Failed(reason) => {
                let is_root_switch = run.path.len() == 1 && run.recorded.is_empty();
                if input.has_trace && (branches.is_empty() || !is_root_switch) {
                    let patterns = table.patterns_from(step);
                    tried.push(TriedPatterns { step: Some(step), patterns, reason });
                }
                step = run.next_branch()?;
            }
            StepOutcome::Matched { results, pattern } => {
                let TableRun { created, chained, assumptions, .. } = run;
                return Some(TableMatch { created, results, pattern, chained, assumptions });
            }
        }
    }
}

impl TableRun<'_, '_> {
    /// Returns the node in question.
    pub(super) fn value(&self) -> GraphValue {
        *self.path.last().expect("the root is never left")
    }

    /// Returns an operand of the node in question.
    pub(super) fn child(&self, index: u32) -> Option<GraphValue> {
        self.input.graph.get(self.value().node).operands.get(index as usize).copied()
    }

    /// Returns a failure. The reason is built only for a trace.
    pub(super) fn fail(&self, reason: impl FnOnce() -> String) -> StepOutcome {
        StepOutcome::Failed(if self.input.has_trace { reason() } else { String::new() })
    }

    /// Returns the first step of the branch to take.
    fn branch(&mut self, step: MatcherTableStepId) -> Result<MatcherTableStepId, String> {
        let table = self.table;
        let branches = &table.steps()[step].branches;
        if self.is_scope(step) {
            let (path, recorded) = (self.path.clone(), self.recorded.len());
            let assumptions = self.assumptions.len();
            self.scopes.push(Scope { step, branch: 1, path, recorded, assumptions });
            return Ok(table.branch(branches[0]).first);
        }
        let case = branches.iter().find(|&&branch| self.is_case(branch));
        case.map(|&branch| table.branch(branch).first).ok_or_else(|| self.no_case(step))
    }

    /// Returns the next branch of the innermost scope after a check fails. `None` if all branches of all scopes fail.
    fn next_branch(&mut self) -> Option<MatcherTableStepId> {
        loop {
            let scope = self.scopes.last_mut()?;
            let branches = &self.table.steps()[scope.step].branches;
            let Some(&branch) = branches.get(scope.branch) else {
                self.scopes.pop();
                continue;
            };
            scope.branch += 1;
            self.path.clone_from(&scope.path);
            self.recorded.truncate(scope.recorded);
            self.assumptions.truncate(scope.assumptions);
            self.created.clear();
            self.chained.clear();
            return Some(self.table.branch(branch).first);
        }
    }

    /// Remembers the nodes with a chain that a match covers.
    pub(super) fn merge_chains(&mut self, slots: &[u32]) {
        for &slot in slots {
            if let Some(&Recorded::Value(value)) = self.recorded.get(slot as usize) {
                self.chained.push(value);
            }
        }
    }
}
