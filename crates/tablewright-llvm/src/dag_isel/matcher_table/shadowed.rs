//! Patterns that are never selected, because an earlier one always is.
//!
//! In: the table. Out: [`Shadowed`] patterns, each with the earlier one. A pattern is shadowed where everything
//! that selection checks for the earlier one also holds whenever the later one matches. What C++ functions
//! decide counts as the same only where the same function is asked about the same place of the selection DAG.
//! So nothing is called shadowed that could be selected; but not everything that is shadowed is found.

use rustc_hash::{FxHashMap, FxHashSet};
use std::slice;
use tablewright_backend::Failure;
use tablewright_index::IndexVec;
use tablewright_records::FieldError;
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_target::condition::Condition;
use tablewright_target::patterns::{NodeId, Operation, PatternsToMatch};
use tablewright_target::sd_node_properties::SdNodeProperty;

use super::facts::{ConditionId, Fact, FactId, Facts, PlaceId, Walk};
use super::{Branch, MatcherTable, StepId};
use crate::dag_isel::model::analyses::Analyses;
use crate::dag_isel::model::build_some;
use crate::dag_isel::model::matcher::Chain;
use crate::support::condition::condition_text;

/// A pattern that is never selected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shadowed {
    /// The pattern, by its place among all.
    pub pattern: usize,
    /// Which patterns are selected instead: one, or one for each node that the root can be.
    pub by: Vec<usize>,
    /// How they come to be selected.
    pub how: ShadowedBy,
    /// What is checked for the pattern and not for the first of the others, in words.
    pub extra_checks: Vec<String>,
}

/// How an earlier pattern comes to be selected instead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShadowedBy {
    /// It has the same steps, so that the table has them once.
    SameSteps,
    /// Everything that is checked for it holds whenever the later one matches.
    Covers,
}

/// A way through the table or through the steps of a pattern, with all that is checked on it.
struct Way {
    pattern: usize,
    /// The facts in the order in which they are checked.
    facts: Vec<FactId>,
}

impl MatcherTable<'_> {
    /// The patterns that are never selected, in the order in which patterns are tried.
    ///
    /// # Errors
    /// Those of `--gen-dag-isel`.
    pub fn shadowed(&self, diagnostics: &mut Diagnostics) -> Result<Vec<Shadowed>, Failure> {
        let mut facts = Facts::new(&self.model);
        let conditions = self.conditions(&mut facts)?;
        let numbers = &self.model.numbers;
        let of_number = |number: u32| {
            let text = &numbers.pattern_predicates[numbers.pattern_predicate(number) as usize];
            conditions.get(text).cloned().unwrap_or_default()
        };
        let mut ways = Vec::new();
        for (id, _) in self.steps.iter_enumerated() {
            if let Some(pattern) = self.pattern_of(id) {
                ways.push(Way { pattern, facts: self.facts_of(id, &mut facts, &of_number) });
            }
        }
        let mut is_in_table = vec![false; self.patterns().list.len()];
        ways.iter().for_each(|way| is_in_table[way.pattern] = true);
        let absent: Vec<usize> =
            (0..is_in_table.len()).filter(|&place| !is_in_table[place]).collect();
        let job = &mut Analyses { store: self.store, diagnostics };
        let (chains, texts) = build_some(job, &absent)?;
        let of_absent =
            |number: u32| conditions.get(&texts[number as usize]).cloned().unwrap_or_default();
        let mut absent_ways = Vec::new();
        for (&pattern, chains) in absent.iter().zip(&chains) {
            for chain in chains {
                let facts = facts_of_chain(chain, &mut facts, &of_absent);
                absent_ways.push(Way { pattern, facts });
            }
        }
        let mut search = Search::new(self.patterns(), facts, ways);
        let mut shadowed = search.of_absent(&absent_ways);
        shadowed.extend(search.of_table());
        shadowed.sort_by_key(|each| each.pattern);
        Ok(shadowed)
    }

    /// What the condition of each pattern consists of, by its text.
    fn conditions(
        &self,
        facts: &mut Facts<'_>,
    ) -> Result<FxHashMap<String, Vec<ConditionId>>, FieldError> {
        let mut known = FxHashSet::default();
        let mut conditions = FxHashMap::default();
        for pattern in &self.patterns().list {
            if known.insert((pattern.predicates, &pattern.mode_condition)) {
                let condition = pattern.condition(self.store)?;
                let parts = match &condition {
                    Condition::All(parts) => &parts[..],
                    Condition::Code(_) | Condition::Not(_) => slice::from_ref(&condition),
                };
                let texts = parts.iter().map(|part| condition_text(self.store, part));
                let ids = texts.map(|text| facts.condition(&text)).collect();
                conditions.insert(condition_text(self.store, &condition), ids);
            }
        }
        Ok(conditions)
    }

    /// What is checked on the path to a step.
    fn facts_of(
        &self,
        leaf: StepId,
        facts: &mut Facts<'_>,
        conditions: &dyn Fn(u32) -> Vec<ConditionId>,
    ) -> Vec<FactId> {
        let mut walk = Walk::new();
        for step in self.path_to(leaf) {
            let branch = self.steps[step].branch.map(|branch| &self.branches[branch]);
            if let Some(Branch { key, .. }) = branch.filter(|branch| branch.first == step) {
                walk.take(facts, *key);
            }
            walk.step(facts, &self.steps[step].matcher, conditions);
        }
        walk.facts
    }
}

/// What the steps of a pattern check.
fn facts_of_chain(
    chain: &Chain,
    facts: &mut Facts<'_>,
    conditions: &dyn Fn(u32) -> Vec<ConditionId>,
) -> Vec<FactId> {
    let mut walk = Walk::new();
    for matcher in chain.iter() {
        walk.step(facts, matcher, conditions);
    }
    walk.facts
}

/// Looks for ways that hold whenever another does.
struct Search<'a> {
    patterns: &'a PatternsToMatch,
    facts: Facts<'a>,
    /// Those of the table, in the order in which they are tried.
    ways: Vec<Way>,
    /// For each fact, the ways that have it and no other one that fewer ways have.
    by_rarest: IndexVec<FactId, Vec<usize>>,
}

impl<'a> Search<'a> {
    fn new(patterns: &'a PatternsToMatch, facts: Facts<'a>, ways: Vec<Way>) -> Search<'a> {
        let mut uses = vec![0_u32; facts.len()];
        for way in &ways {
            way.facts.iter().for_each(|fact| uses[fact.index()] += 1);
        }
        let mut by_rarest = IndexVec::from_raw(vec![Vec::new(); facts.len()]);
        for (at, way) in ways.iter().enumerate() {
            // A way that checks nothing is that of no pattern.
            if let Some(&rarest) = way.facts.iter().min_by_key(|fact| uses[fact.index()]) {
                by_rarest[rarest].push(at);
            }
        }
        Search { patterns, facts, ways, by_rarest }
    }

    /// Patterns without a way in the table: their steps are those of another one.
    fn of_absent(&mut self, absent: &[Way]) -> Vec<Shadowed> {
        let mut shadowed = Vec::new();
        for ways in absent.chunk_by(|a, b| a.pattern == b.pattern) {
            let by: Vec<Option<usize>> = ways
                .iter()
                .map(|way| {
                    let before = self.ways.len();
                    self.earlier(way, before).filter(|&at| self.ways[at].pattern < way.pattern)
                })
                .collect();
            shadowed.extend(self.shadowed(ways, &by, ShadowedBy::SameSteps));
        }
        shadowed
    }

    /// Patterns with a way in the table that is never taken to its end.
    fn of_table(&mut self) -> Vec<Shadowed> {
        let mut of_pattern: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
        for (at, way) in self.ways.iter().enumerate() {
            of_pattern.entry(way.pattern).or_default().push(at);
        }
        let mut all: Vec<Vec<usize>> = of_pattern.into_values().collect();
        all.sort_unstable();
        let mut shadowed = Vec::new();
        for places in all {
            let ways: Vec<Way> = places
                .iter()
                .map(|&at| Way {
                    pattern: self.ways[at].pattern,
                    facts: self.ways[at].facts.clone(),
                })
                .collect();
            let by: Vec<Option<usize>> =
                ways.iter().zip(&places).map(|(way, &at)| self.earlier(way, at)).collect();
            if by.iter().all(Option::is_some) {
                shadowed.extend(self.shadowed(&ways, &by, ShadowedBy::Covers));
            }
        }
        shadowed
    }

    fn shadowed(&self, ways: &[Way], by: &[Option<usize>], how: ShadowedBy) -> Option<Shadowed> {
        let pattern = ways.first()?.pattern;
        let mut patterns: Vec<usize> =
            by.iter().flatten().map(|&at| self.ways[at].pattern).collect();
        patterns.sort_unstable();
        patterns.dedup();
        let mut extra_checks = Vec::new();
        if let Some(&Some(at)) = by.first() {
            let of_earlier = &self.ways[at].facts;
            let mut extra: Vec<FactId> = Vec::new();
            for &fact in &ways[0].facts {
                let is_check = !matches!(self.facts.get(fact), Fact::Operand(..));
                if is_check && !of_earlier.contains(&fact) && !extra.contains(&fact) {
                    extra.push(fact);
                }
            }
            extra_checks = extra.into_iter().map(|fact| self.facts.text(fact)).collect();
        }
        Some(Shadowed { pattern, by: patterns, how, extra_checks })
    }

    /// The first way before `before` whose facts all hold whenever those of `way` do.
    fn earlier(&mut self, way: &Way, before: usize) -> Option<usize> {
        let known = self.closure(way);
        let mut found: Option<usize> = None;
        let mut candidates: Vec<usize> = Vec::new();
        let mut facts: Vec<FactId> = known.iter().copied().collect();
        facts.sort_unstable();
        for fact in facts {
            let limit = found.unwrap_or(before);
            candidates.extend(self.by_rarest[fact].iter().copied().filter(|&at| at < limit));
            for at in candidates.drain(..) {
                let other = &self.ways[at];
                if other.pattern != way.pattern
                    && found.is_none_or(|found| at < found)
                    && other.facts.iter().all(|fact| known.contains(fact))
                {
                    found = Some(at);
                }
            }
        }
        found
    }

    /// The facts that hold whenever those of a way do.
    fn closure(&mut self, way: &Way) -> FxHashSet<FactId> {
        let mut known: FxHashSet<FactId> = way.facts.iter().copied().collect();
        for &fact in &way.facts {
            // What has an operand has those before it.
            if let Fact::Operand(place, operand) = *self.facts.get(fact) {
                let before = (0..operand).map(|before| Fact::Operand(place, before));
                known.extend(before.filter_map(|fact| self.facts.find(&fact)));
            }
        }
        self.add_types(way.pattern, &mut known);
        known
    }

    /// Adds the types of all nodes of a pattern: of those that are not checked, the others leave no choice.
    fn add_types(&mut self, pattern: usize, known: &mut FxHashSet<FactId>) {
        let source = self.patterns.list[pattern].source;
        let mut types = Vec::new();
        // Steps that check different values of a node may have been joined, so that one of them is not checked.
        if self.types_of(source, Facts::ROOT, &mut types) {
            known.extend(types.iter().filter_map(|fact| self.facts.find(fact)));
        }
    }

    /// The types of a tree. False if a node has several values.
    fn types_of(&mut self, node: NodeId, place: PlaceId, types: &mut Vec<Fact>) -> bool {
        let forest = self.patterns.forest();
        if forest.types(node).len() > 1 {
            return false;
        }
        if let Some(ty) = self.patterns.only_type(node, 0) {
            types.push(Fact::Type(place, 0, ty));
        }
        if !matches!(forest.operation(node), Operation::Node(_)) {
            return true;
        }
        // The chain is the first operand, which patterns do not mention.
        let first = u32::from(self.patterns.node_has(node, SdNodeProperty::HasChain));
        for (operand, &child) in (first..).zip(forest.children(node)) {
            let place = self.facts.operand(place, operand);
            if !self.types_of(child, place, types) {
                return false;
            }
        }
        true
    }
}
