//! Numbers of what the table refers to: conditions, predicates, complex patterns and transformations.
//! Those that are used most have the lowest numbers, for which there are shorter steps.
//!
//! In: the tree of matchers. Out: [`Numbers`], and in their order what there is to be printed of each.

use rustc_hash::FxHashMap;
use tablewright_records::{FieldError, RecordStore};
use tablewright_target::patterns::{ComplexPatternId, FragmentId, PatternsToMatch, TransformId};

use super::matcher::{Chain, Matcher};
use super::predicate_code::code_of;

use Matcher as M;

/// A predicate in C++, which several fragments may have.
#[derive(Clone, Debug)]
pub(in crate::dag_isel) struct Predicate {
    /// The fragments, by name.
    pub(in crate::dag_isel) fragments: Vec<FragmentId>,
    pub(in crate::dag_isel) code: String,
    uses: u32,
}

/// What the table refers to, by number.
#[derive(Default, Debug)]
pub(in crate::dag_isel) struct Numbers {
    /// The C++ conditions of patterns.
    pub(in crate::dag_isel) pattern_predicates: Vec<String>,
    pub(in crate::dag_isel) predicates: Vec<Predicate>,
    pub(in crate::dag_isel) predicates_with_operands: Vec<Predicate>,
    pub(in crate::dag_isel) complex_patterns: Vec<ComplexPatternId>,
    pub(in crate::dag_isel) transforms: Vec<TransformId>,
    of_pattern_predicates: Vec<u32>,
    of_predicates: FxHashMap<FragmentId, (u32, bool)>,
    of_complex_patterns: FxHashMap<ComplexPatternId, u32>,
    of_transforms: FxHashMap<TransformId, u32>,
}

/// How often something is used, in the order of first uses.
struct Uses<K> {
    list: Vec<(K, u32)>,
    places: FxHashMap<K, usize>,
}

impl<K: Copy + Eq + std::hash::Hash> Uses<K> {
    fn new() -> Uses<K> {
        Uses { list: Vec::new(), places: FxHashMap::default() }
    }

    fn add(&mut self, key: K) {
        let next = self.list.len();
        let place = *self.places.entry(key).or_insert(next);
        if place == next {
            self.list.push((key, 0));
        }
        self.list[place].1 += 1;
    }

    /// Those used most first.
    fn sorted(mut self) -> Vec<K> {
        self.list.sort_by_key(|&(_, uses)| std::cmp::Reverse(uses));
        self.list.into_iter().map(|(key, _)| key).collect()
    }
}

struct Counts {
    pattern_predicates: Uses<u32>,
    predicates: Uses<FragmentId>,
    complex_patterns: Uses<ComplexPatternId>,
    transforms: Vec<TransformId>,
}

impl Counts {
    fn add(&mut self, chain: &Chain) {
        for matcher in chain.iter() {
            match matcher {
                M::Scope(branches) => branches.iter().for_each(|branch| self.add(&branch.chain)),
                M::SwitchOpcode(cases) => cases.iter().for_each(|(_, case)| self.add(&case.chain)),
                M::SwitchType(cases) => cases.iter().for_each(|(_, case)| self.add(&case.chain)),
                M::CheckPatternPredicate(condition) => self.pattern_predicates.add(*condition),
                M::CheckPredicate { fragment, .. } => self.predicates.add(*fragment),
                M::CheckComplexPat { pattern, .. } => self.complex_patterns.add(*pattern),
                M::EmitNodeXForm { transform, .. } if !self.transforms.contains(transform) => {
                    self.transforms.push(*transform);
                }
                _ => {}
            }
        }
    }
}

impl Numbers {
    /// Numbers what a tree refers to; `conditions` are those of patterns as matchers number them.
    pub(super) fn of(
        chain: &Chain,
        conditions: &[String],
        store: &RecordStore,
        patterns: &PatternsToMatch,
    ) -> Result<Numbers, FieldError> {
        let mut counts = Counts {
            pattern_predicates: Uses::new(),
            predicates: Uses::new(),
            complex_patterns: Uses::new(),
            transforms: Vec::new(),
        };
        counts.add(chain);
        let mut numbers =
            Numbers { of_pattern_predicates: vec![0; conditions.len()], ..Numbers::default() };
        for (number, condition) in counts.pattern_predicates.sorted().into_iter().enumerate() {
            numbers.of_pattern_predicates[condition as usize] = number as u32;
            numbers.pattern_predicates.push(conditions[condition as usize].clone());
        }
        numbers.complex_patterns = counts.complex_patterns.sorted();
        for (number, &pattern) in numbers.complex_patterns.iter().enumerate() {
            numbers.of_complex_patterns.insert(pattern, number as u32);
        }
        numbers.transforms = counts.transforms;
        for (number, &transform) in numbers.transforms.iter().enumerate() {
            numbers.of_transforms.insert(transform, number as u32);
        }
        numbers.add_predicates(&counts.predicates.list, store, patterns)?;
        Ok(numbers)
    }

    /// Joins predicates with the same code, and numbers them.
    fn add_predicates(
        &mut self,
        uses: &[(FragmentId, u32)],
        store: &RecordStore,
        patterns: &PatternsToMatch,
    ) -> Result<(), FieldError> {
        let mut list: Vec<Predicate> = Vec::new();
        let mut places: FxHashMap<String, usize> = FxHashMap::default();
        for &(fragment, uses) in uses {
            let code = code_of(fragment, store, patterns)?;
            let next = list.len();
            let place = *places.entry(code.clone()).or_insert(next);
            if place == next {
                list.push(Predicate { fragments: Vec::new(), code, uses: 0 });
            }
            list[place].fragments.push(fragment);
            list[place].uses += uses;
        }
        let name = |id: &FragmentId| store.record(patterns.fragment(*id).record).name();
        for predicate in &mut list {
            predicate.fragments.sort_by(|a, b| name(a).cmp(name(b)));
        }
        list.sort_by_key(|predicate| std::cmp::Reverse(predicate.uses));
        for predicate in list {
            // Fragments with the same code agree on this.
            let first = predicate.fragments.first();
            let uses_operands =
                first.is_some_and(|&id| patterns.fragment(id).predicate_uses_operands);
            let list = match uses_operands {
                true => &mut self.predicates_with_operands,
                false => &mut self.predicates,
            };
            for &fragment in &predicate.fragments {
                self.of_predicates.insert(fragment, (list.len() as u32, uses_operands));
            }
            list.push(predicate);
        }
        Ok(())
    }

    /// The number of a pattern's condition, which was counted.
    pub(in crate::dag_isel) fn pattern_predicate(&self, condition: u32) -> u32 {
        self.of_pattern_predicates[condition as usize]
    }

    /// The number of a fragment's predicate, and whether it looks at operands.
    pub(in crate::dag_isel) fn predicate(&self, fragment: FragmentId) -> (u32, bool) {
        self.of_predicates.get(&fragment).copied().unwrap_or_default()
    }

    /// The number of a complex pattern.
    pub(in crate::dag_isel) fn complex_pattern(&self, pattern: ComplexPatternId) -> u32 {
        self.of_complex_patterns.get(&pattern).copied().unwrap_or_default()
    }

    /// The number of a transformation.
    pub(in crate::dag_isel) fn transform(&self, transform: TransformId) -> u32 {
        self.of_transforms.get(&transform).copied().unwrap_or_default()
    }
}
