//! Table size statistics.
//!
//! In: the steps. Out: [`TableStats`]: bytes by root opcode, condition, predicate and step kind.

use rustc_hash::FxHashMap;
use tablewright_syntax::symbol::Symbol;

use super::step_kind::kind_of;
use super::{BranchKey, MatcherTable, MatcherTableStep};
use crate::dag_isel::model::matcher::Matcher;
use crate::dag_isel::model::numbers::PredicateNumber;

/// Table size by cause. Each list is sorted by size, largest first.
#[derive(Clone, Default, Debug)]
pub struct TableStats {
    /// By the opcode of the root; the steps before it is known, and ends, have none.
    pub opcodes: Vec<OpcodeStats>,
    /// Size by C++ pattern condition.
    pub conditions: Vec<ConditionStats>,
    /// Size by C++ node predicate.
    pub predicates: Vec<PredicateStats>,
    /// Size by step kind. Branch headers are a separate kind.
    pub steps: Vec<StepStats>,
}

/// Size of the patterns with the same root opcode.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct OpcodeStats {
    /// Opcode as a C++ enumerator; empty for steps before the opcode check.
    pub opcode: String,
    /// Size in bytes.
    pub bytes: u32,
    /// Number of steps that complete a pattern.
    pub ends: u32,
}

/// Size of the checks for a C++ pattern condition.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ConditionStats {
    /// The condition; empty for patterns without any.
    pub condition: String,
    /// Bytes used only by individual patterns with the condition.
    pub bytes: u32,
    /// Number of steps that complete such a pattern.
    pub ends: u32,
    /// Number of steps that check the condition.
    pub checks: u32,
    /// Size in bytes for these checks.
    pub check_bytes: u32,
}

/// Size of the checks for a C++ node predicate.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct PredicateStats {
    /// The fragments that have it, by name.
    pub fragments: Vec<String>,
    /// Number of steps that check the predicate.
    pub checks: u32,
    /// Size in bytes.
    pub bytes: u32,
}

/// Size of all steps with the same kind.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct StepStats {
    /// The kind: `CheckOpcode`.
    pub kind: &'static str,
    /// Step count.
    pub count: u32,
    /// Size in bytes.
    pub bytes: u32,
}

/// Checks done before a step in the table.
#[derive(Clone, Copy, Default)]
struct StatsState {
    opcode: Option<Symbol>,
    /// Number of nested moves to a child.
    depth: u32,
    /// The number of the condition that was checked last.
    condition: Option<u32>,
}

impl StatsState {
    fn pass(&mut self, matcher: &Matcher, condition_number: impl Fn(u32) -> u32) {
        if let Matcher::MoveChild(_) = matcher {
            self.depth += 1;
        } else if let Matcher::MoveParent = matcher {
            self.depth = self.depth.saturating_sub(1);
        } else if let Matcher::CheckPatternPredicate(condition) = matcher {
            self.condition = Some(condition_number(*condition));
        } else if let Matcher::CheckOpcode { opcode, .. } = matcher
            && self.depth == 0
        {
            self.opcode = self.opcode.or(Some(*opcode));
        }
    }
}

impl MatcherTable<'_> {
    /// Returns the table size by cause.
    pub fn stats(&self) -> TableStats {
        let mut opcodes: FxHashMap<Option<Symbol>, OpcodeStats> = FxHashMap::default();
        let mut kinds: FxHashMap<&'static str, StepStats> = FxHashMap::default();
        let numbers = &self.model.numbers;
        let mut conditions = vec![ConditionStats::default(); numbers.pattern_predicates.len() + 1];
        let lists = [&numbers.predicates, &numbers.predicates_with_operands];
        let mut predicates = lists.map(|list| vec![PredicateStats::default(); list.len()]);
        let mut states = vec![StatsState::default(); self.branches.len()];
        let mut first_state = StatsState::default();
        for (id, step) in self.steps.iter_enumerated() {
            let state = match step.branch {
                None => &mut first_state,
                Some(branch) => &mut states[branch.index()],
            };
            state.pass(&step.matcher, |condition| numbers.pattern_predicate(condition));
            let state = *state;
            let is_end = self.pattern_of(id).is_some();
            let of_opcode = opcodes.entry(state.opcode).or_default();
            of_opcode.bytes += step.size;
            of_opcode.ends += u32::from(is_end);
            add_step(&mut kinds, kind_of(&step.matcher), step.size);
            if let Matcher::CheckPatternPredicate(condition) = &step.matcher {
                let number = numbers.pattern_predicate(*condition) as usize;
                conditions[number].checks += 1;
                conditions[number].check_bytes += step.size;
            }
            if let Matcher::CheckPredicate { fragment, .. } = &step.matcher {
                let PredicateNumber { number, uses_operands } = numbers.predicate(*fragment);
                let of = &mut predicates[usize::from(uses_operands)][number as usize];
                of.checks += 1;
                of.bytes += step.size;
            }
            if is_end {
                let none = numbers.pattern_predicates.len();
                let of = &mut conditions[state.condition.map_or(none, |number| number as usize)];
                of.ends += 1;
                of.bytes += self.cost_of_path(id).0;
            }
            self.enter_branches(step, state, &mut states, &mut opcodes, &mut kinds);
        }
        // The table terminator.
        opcodes.entry(None).or_default().bytes += 1;
        add_step(&mut kinds, "end", 1);
        self.sorted(opcodes, conditions, predicates, kinds)
    }

    /// Passes the state on to branches, and counts their headers.
    fn enter_branches(
        &self,
        step: &MatcherTableStep,
        state: StatsState,
        states: &mut [StatsState],
        opcodes: &mut FxHashMap<Option<Symbol>, OpcodeStats>,
        kinds: &mut FxHashMap<&'static str, StepStats>,
    ) {
        for &id in &step.branches {
            let branch = self.branch(id);
            let mut state = state;
            if let Some(BranchKey::Opcode(opcode)) = branch.key
                && state.depth == 0
            {
                state.opcode = state.opcode.or(Some(opcode));
            }
            let header = branch.start - branch.header;
            opcodes.entry(state.opcode).or_default().bytes += header;
            add_step(kinds, "branch", header);
            states[id.index()] = state;
        }
    }

    fn sorted(
        &self,
        opcodes: FxHashMap<Option<Symbol>, OpcodeStats>,
        mut conditions: Vec<ConditionStats>,
        predicates: [Vec<PredicateStats>; 2],
        kinds: FxHashMap<&'static str, StepStats>,
    ) -> TableStats {
        let numbers = &self.model.numbers;
        let named = opcodes.into_iter().map(|(opcode, stats)| {
            let opcode = opcode.map_or("", |opcode| self.store.str(opcode)).to_owned();
            OpcodeStats { opcode, ..stats }
        });
        let mut opcodes: Vec<OpcodeStats> = named.collect();
        opcodes.sort_by(|a, b| b.bytes.cmp(&a.bytes).then_with(|| a.opcode.cmp(&b.opcode)));
        for (stats, text) in conditions.iter_mut().zip(&numbers.pattern_predicates) {
            stats.condition.clone_from(text);
        }
        conditions.retain(|stats| stats.ends > 0 || stats.checks > 0);
        conditions.sort_by_key(|stats| std::cmp::Reverse(stats.bytes));
        let [plain, with_operands] = predicates;
        let described = numbers.predicates.iter().chain(&numbers.predicates_with_operands);
        let mut predicates: Vec<PredicateStats> = plain.into_iter().chain(with_operands).collect();
        for (stats, predicate) in predicates.iter_mut().zip(described) {
            let record = |&id| self.store.record(self.model.patterns.fragment(id).record);
            let names = predicate.fragments.iter().map(|id| record(id).name().to_owned());
            stats.fragments = names.collect();
        }
        predicates.sort_by_key(|stats| std::cmp::Reverse(stats.bytes));
        let mut steps: Vec<StepStats> = kinds.into_values().collect();
        steps.sort_by_key(|stats| (std::cmp::Reverse(stats.bytes), stats.kind));
        TableStats { opcodes, conditions, predicates, steps }
    }
}

fn add_step(kinds: &mut FxHashMap<&'static str, StepStats>, kind: &'static str, bytes: u32) {
    let stats = kinds.entry(kind).or_default();
    stats.kind = kind;
    stats.count += 1;
    stats.bytes += bytes;
}
