//! Patterns that are never selected, because an earlier pattern always is.
//!
//! In: the table. Out: [`Shadowed`] patterns, each with the earlier pattern. A pattern is shadowed if all checks for
//! the earlier pattern succeed whenever the later pattern matches. C++ checks are equal only if they call the same
//! function on the same selection DAG node. The result is therefore sound but incomplete: a reported pattern can never
//! be selected, but some shadowed patterns are not found.

use rustc_hash::{FxHashMap, FxHashSet};
use std::slice;
use tablewright_backend::Failure;
use tablewright_index::IndexVec;
use tablewright_records::FieldError;
use tablewright_selection::patterns::{ForestOperation, NodeId, PatternsToMatch};
use tablewright_selection::sd_node_properties::SdNodeProperty;
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_target::condition::PredicateCondition;

use super::path_checks::{CheckId, ConditionId, OperandPathId, PathCheck, PathChecks, PathWalk};
use super::{Branch, MatcherTable, MatcherTableStepId};
use crate::dag_isel::model::analyses::DagIselAnalyses;
use crate::dag_isel::model::build_some;
use crate::dag_isel::model::matcher::{Chain, MatcherType};
use crate::support::condition::condition_text;

/// A pattern that is never selected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shadowed {
    /// The pattern, by its index among all.
    pub pattern: usize,
    /// Patterns selected instead: a single pattern, or a pattern for each node that can be the root.
    pub by: Vec<usize>,
    /// Reason for the selection.
    pub how: ShadowedBy,
    /// Checks for this pattern that the first replacement does not do, in words.
    pub extra_checks: Vec<String>,
}

/// The reason why an earlier pattern is selected instead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShadowedBy {
    /// It has the same steps, so the table contains them only once.
    SameSteps,
    /// All checks for the earlier pattern succeed whenever the later pattern matches.
    Covers,
}

/// A path through the table or through the steps of a pattern, with all that is checked on it.
struct CheckedPath {
    pattern: usize,
    /// The checks in order.
    checks: Vec<CheckId>,
}

impl MatcherTable<'_> {
    /// Finds patterns that are never selected, in trial order.
    ///
    /// # Errors
    ///
    /// The same errors as `--gen-dag-isel`.
    pub fn shadowed(&self, diagnostics: &mut Diagnostics) -> Result<Vec<Shadowed>, Failure> {
        let mut checks = PathChecks::new(&self.model);
        let conditions = self.conditions(&mut checks)?;
        let numbers = &self.model.numbers;
        let of_number = |number: u32| {
            let text = &numbers.pattern_predicates[numbers.pattern_predicate(number) as usize];
            conditions.get(text).cloned().unwrap_or_default()
        };
        let mut paths = Vec::new();
        for (id, _) in self.steps.iter_enumerated() {
            if let Some(pattern) = self.pattern_of(id) {
                paths.push(CheckedPath {
                    pattern,
                    checks: self.checks_of(id, &mut checks, &of_number),
                });
            }
        }
        let mut is_in_table = vec![false; self.patterns().list.len()];
        paths.iter().for_each(|path| is_in_table[path.pattern] = true);
        let absent: Vec<usize> =
            (0..is_in_table.len()).filter(|&pattern| !is_in_table[pattern]).collect();
        let job = &mut DagIselAnalyses { store: self.store, diagnostics };
        let (chains, texts) = build_some(job, &absent)?;
        let of_absent =
            |number: u32| conditions.get(&texts[number as usize]).cloned().unwrap_or_default();
        let mut absent_paths = Vec::new();
        for (&pattern, chains) in absent.iter().zip(&chains) {
            for chain in chains {
                let checks = checks_of_chain(chain, &mut checks, &of_absent);
                absent_paths.push(CheckedPath { pattern, checks });
            }
        }
        let mut search = ShadowSearch::new(self.patterns(), checks, paths);
        let mut shadowed = search.for_absent(&absent_paths);
        shadowed.extend(search.for_table());
        shadowed.sort_by_key(|each| each.pattern);
        Ok(shadowed)
    }

    /// Splits each pattern's condition into its parts, by text.
    fn conditions(
        &self,
        checks: &mut PathChecks<'_>,
    ) -> Result<FxHashMap<String, Vec<ConditionId>>, FieldError> {
        let mut seen = FxHashSet::default();
        let mut conditions = FxHashMap::default();
        for pattern in &self.patterns().list {
            if seen.insert((pattern.predicates, &pattern.mode_condition)) {
                let condition = pattern.condition(self.store)?;
                let parts = match &condition {
                    PredicateCondition::All(parts) => &parts[..],
                    PredicateCondition::Code(_) | PredicateCondition::Not(_) => {
                        slice::from_ref(&condition)
                    }
                };
                let texts = parts.iter().map(|part| condition_text(self.store, part));
                let ids = texts.map(|text| checks.condition(&text)).collect();
                conditions.insert(condition_text(self.store, &condition), ids);
            }
        }
        Ok(conditions)
    }

    /// Returns the checks on the path to a step.
    fn checks_of(
        &self,
        leaf: MatcherTableStepId,
        checks: &mut PathChecks<'_>,
        conditions: &dyn Fn(u32) -> Vec<ConditionId>,
    ) -> Vec<CheckId> {
        let mut walk = PathWalk::new();
        for step in self.path_to(leaf) {
            let branch = self.steps[step].branch.map(|branch| &self.branches[branch]);
            if let Some(Branch { key, .. }) = branch.filter(|branch| branch.first == step) {
                walk.take(checks, *key);
            }
            walk.step(checks, &self.steps[step].matcher, conditions);
        }
        walk.checks
    }
}

/// Returns the checks in a pattern's steps.
fn checks_of_chain(
    chain: &Chain,
    checks: &mut PathChecks<'_>,
    conditions: &dyn Fn(u32) -> Vec<ConditionId>,
) -> Vec<CheckId> {
    let mut walk = PathWalk::new();
    for matcher in chain.iter() {
        walk.step(checks, matcher, conditions);
    }
    walk.checks
}

/// Searches paths whose checks succeed whenever another path's checks do.
struct ShadowSearch<'a> {
    patterns: &'a PatternsToMatch,
    checks: PathChecks<'a>,
    /// Paths in the table, in trial order.
    paths: Vec<CheckedPath>,
    /// For each check, the paths whose rarest check it is.
    by_rarest: IndexVec<CheckId, Vec<usize>>,
}

impl<'a> ShadowSearch<'a> {
    fn new(
        patterns: &'a PatternsToMatch,
        checks: PathChecks<'a>,
        paths: Vec<CheckedPath>,
    ) -> ShadowSearch<'a> {
        let mut uses = vec![0_u32; checks.len()];
        for path in &paths {
            path.checks.iter().for_each(|check| uses[check.index()] += 1);
        }
        let mut by_rarest = IndexVec::from_raw(vec![Vec::new(); checks.len()]);
        for (at, path) in paths.iter().enumerate() {
            // A path without checks belongs to no pattern.
            if let Some(&rarest) = path.checks.iter().min_by_key(|check| uses[check.index()]) {
                by_rarest[rarest].push(at);
            }
        }
        ShadowSearch { patterns, checks, paths, by_rarest }
    }

    /// Reports patterns without a path in the table, because another pattern has the same steps.
    fn for_absent(&mut self, absent: &[CheckedPath]) -> Vec<Shadowed> {
        let mut shadowed = Vec::new();
        for paths in absent.chunk_by(|a, b| a.pattern == b.pattern) {
            let by: Vec<Option<usize>> = paths
                .iter()
                .map(|path| {
                    let before = self.paths.len();
                    self.earlier(path, before).filter(|&at| self.paths[at].pattern < path.pattern)
                })
                .collect();
            shadowed.extend(self.shadowed(paths, &by, ShadowedBy::SameSteps));
        }
        shadowed
    }

    /// Reports patterns whose path in the table is never completed.
    fn for_table(&mut self) -> Vec<Shadowed> {
        let mut of_pattern: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
        for (at, path) in self.paths.iter().enumerate() {
            of_pattern.entry(path.pattern).or_default().push(at);
        }
        let mut all: Vec<Vec<usize>> = of_pattern.into_values().collect();
        all.sort_unstable();
        let mut shadowed = Vec::new();
        for of_pattern in all {
            let paths: Vec<CheckedPath> = of_pattern
                .iter()
                .map(|&at| CheckedPath {
                    pattern: self.paths[at].pattern,
                    checks: self.paths[at].checks.clone(),
                })
                .collect();
            let by: Vec<Option<usize>> =
                paths.iter().zip(&of_pattern).map(|(path, &at)| self.earlier(path, at)).collect();
            if by.iter().all(Option::is_some) {
                shadowed.extend(self.shadowed(&paths, &by, ShadowedBy::Covers));
            }
        }
        shadowed
    }

    fn shadowed(
        &self,
        paths: &[CheckedPath],
        by: &[Option<usize>],
        how: ShadowedBy,
    ) -> Option<Shadowed> {
        let pattern = paths.first()?.pattern;
        let mut patterns: Vec<usize> =
            by.iter().flatten().map(|&at| self.paths[at].pattern).collect();
        patterns.sort_unstable();
        patterns.dedup();
        let mut extra_checks = Vec::new();
        if let Some(&Some(at)) = by.first() {
            let of_earlier = &self.paths[at].checks;
            let mut extra: Vec<CheckId> = Vec::new();
            for &check in &paths[0].checks {
                let is_check = !matches!(self.checks.get(check), PathCheck::Operand(..));
                if is_check && !of_earlier.contains(&check) && !extra.contains(&check) {
                    extra.push(check);
                }
            }
            extra_checks = extra.into_iter().map(|check| self.checks.text(check)).collect();
        }
        Some(Shadowed { pattern, by: patterns, how, extra_checks })
    }

    /// Finds the first path before `before` with checks that are all implied by the checks in `path`.
    fn earlier(&mut self, path: &CheckedPath, before: usize) -> Option<usize> {
        let implied = self.closure(path);
        let mut earliest: Option<usize> = None;
        let mut candidates: Vec<usize> = Vec::new();
        let mut checks: Vec<CheckId> = implied.iter().copied().collect();
        checks.sort_unstable();
        for check in checks {
            let limit = earliest.unwrap_or(before);
            candidates.extend(self.by_rarest[check].iter().copied().filter(|&at| at < limit));
            for at in candidates.drain(..) {
                let other = &self.paths[at];
                if other.pattern != path.pattern
                    && earliest.is_none_or(|found| at < found)
                    && other.checks.iter().all(|check| implied.contains(check))
                {
                    earliest = Some(at);
                }
            }
        }
        earliest
    }

    /// Returns all checks implied by the checks in a path.
    fn closure(&mut self, path: &CheckedPath) -> FxHashSet<CheckId> {
        let mut implied: FxHashSet<CheckId> = path.checks.iter().copied().collect();
        for &check in &path.checks {
            // A node with an operand also has all earlier operands.
            if let PathCheck::Operand(parent, operand) = *self.checks.get(check) {
                let before = (0..operand).map(|before| PathCheck::Operand(parent, before));
                implied.extend(before.filter_map(|check| self.checks.find(&check)));
            }
        }
        self.add_types(path.pattern, &mut implied);
        implied
    }

    /// Adds the types for all nodes in a pattern. Unchecked types follow from the checked types.
    fn add_types(&mut self, pattern: usize, implied: &mut FxHashSet<CheckId>) {
        let source = self.patterns.list[pattern].source;
        let mut types = Vec::new();
        // Steps that check different values for a node may have been joined, so that some are not checked.
        if self.types_of(source, PathChecks::ROOT, &mut types) {
            implied.extend(types.iter().filter_map(|check| self.checks.find(check)));
        }
    }

    /// Collects the types in a tree. Returns false if a node has several values.
    fn types_of(&mut self, node: NodeId, path: OperandPathId, types: &mut Vec<PathCheck>) -> bool {
        let forest = self.patterns.forest();
        if forest.types(node).len() > 1 {
            return false;
        }
        if let Some(ty) = self.patterns.only_type(node, 0) {
            types.push(PathCheck::Type(path, 0, MatcherType::Simple(ty)));
        }
        if !matches!(forest.operation(node), ForestOperation::Node(_)) {
            return true;
        }
        // The chain is the first operand, which patterns do not mention.
        let first = u32::from(self.patterns.node_has(node, SdNodeProperty::HasChain));
        for (operand, &child) in (first..).zip(forest.children(node)) {
            let path = self.checks.operand(path, operand);
            if !self.types_of(child, path, types) {
                return false;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use tablewright_test_support::{store_of, td};

    use super::*;

    /// Checks the patterns that are never selected, with the patterns selected instead and the reason.
    fn check(patterns: &str, expected: Expect) {
        let text = format!(
            "def R0 : Register<\"r0\">;
def GPR : RegisterClass<\"T\", [i32], 32, (add R0)>;
def small : ImmLeaf<i32, [{{return Imm < 4;}}]>;
def large : ImmLeaf<i32, [{{return Imm > 4;}}]>;
def RR : I<(outs GPR:$d), (ins GPR:$a, GPR:$b), []>;
def immediate : Operand<i32>;
def RI : I<(outs GPR:$d), (ins GPR:$a, immediate:$i), []>;
def Other : Instruction;
{patterns}"
        );
        let store = store_of(&td::patterns(&text));
        let mut diagnostics = Diagnostics::new();
        let table = MatcherTable::new(&store, &mut diagnostics, false).expect("there is a table");
        let name = |index: usize| {
            let list = &table.patterns().list;
            store.record(list[index].record).name().to_owned()
        };
        let shadowed = table.shadowed(&mut diagnostics).expect("it can be computed");
        let line = |one: &Shadowed| {
            let by: Vec<String> = one.by.iter().map(|&by| name(by)).collect();
            let (pattern, by, how) = (name(one.pattern), by.join(", "), one.how);
            format!("{pattern} by {by}: {how:?} {:?}\n", one.extra_checks)
        };
        expected.assert_eq(&shadowed.iter().map(line).collect::<String>());
    }

    #[test]
    fn the_first_of_equal_patterns_is_selected() {
        check(
            "def First : Pat<(sub GPR:$a, GPR:$b), (RR GPR:$a, GPR:$b)>;
             def Second : Pat<(sub GPR:$a, GPR:$b), (RR GPR:$b, GPR:$a)>;",
            expect![[r#"
                Second by First: Covers []
            "#]],
        );
    }

    #[test]
    fn a_preferred_general_pattern_covers_a_special_one() {
        check(
            "let AddedComplexity = 100 in
             def General : Pat<(sub GPR:$a, GPR:$b), (RR GPR:$a, GPR:$b)>;
             def Special : Pat<(sub GPR:$a, (i32 small:$i)), (RI GPR:$a, imm:$i)>;",
            expect![[r#"
                Special by General: Covers ["operand 1 is ISD::Constant", "operand 1 satisfies small"]
            "#]],
        );
    }

    #[test]
    fn a_special_pattern_is_tried_before_the_general_one() {
        check(
            "def General : Pat<(sub GPR:$a, GPR:$b), (RR GPR:$a, GPR:$b)>;
             def Special : Pat<(sub GPR:$a, (i32 small:$i)), (RI GPR:$a, imm:$i)>;",
            expect![""],
        );
    }

    #[test]
    fn code_covers_only_equal_code() {
        check(
            "let AddedComplexity = 9 in
             def Small : Pat<(sub GPR:$a, (i32 small:$i)), (RI GPR:$a, imm:$i)>;
             def Large : Pat<(sub GPR:$a, (i32 large:$i)), (RI GPR:$a, imm:$i)>;
             def Same : Pat<(sub GPR:$a, (i32 small:$i)), (RI GPR:$a, imm:$i)>;",
            expect![[r#"
                Same by Small: Covers []
            "#]],
        );
    }

    #[test]
    fn a_pattern_with_a_condition_covers_only_under_it() {
        check(
            "def Fast : Predicate<\"isFast()\">;
             let Predicates = [Fast], AddedComplexity = 9 in
             def Conditional : Pat<(sub GPR:$a, GPR:$b), (RR GPR:$a, GPR:$b)>;
             def Always : Pat<(sub GPR:$a, GPR:$b), (RR GPR:$b, GPR:$a)>;
             let Predicates = [Fast] in
             def Again : Pat<(sub GPR:$a, GPR:$b), (RR GPR:$b, GPR:$a)>;",
            expect![[r#"
                Again by Conditional: Covers []
            "#]],
        );
    }

    #[test]
    fn a_nested_pattern_is_covered_by_its_root() {
        check(
            "let AddedComplexity = 100 in
             def Root : Pat<(sub GPR:$a, GPR:$b), (RR GPR:$a, GPR:$b)>;
             def Nested : Pat<(sub (sub GPR:$a, GPR:$b), GPR:$c), (RR (RR GPR:$a, GPR:$b), GPR:$c)>;",
            expect![[r#"
                Nested by Root: Covers ["operand 0 is ISD::SUB"]
            "#]],
        );
    }
}
