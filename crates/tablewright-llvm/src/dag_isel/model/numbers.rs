//! Numbers for conditions, predicates, complex patterns and transformations in the table. The most used entities have
//! the lowest numbers, because these have shorter steps.
//!
//! In: the matcher tree. Out: [`DagIselNumbers`], and the data to print for each entity, in number order.

use rustc_hash::FxHashMap;
use tablewright_records::{Feature, FieldError, RecordStore};
use tablewright_selection::patterns::{ComplexPatternId, FragmentId, PatternsToMatch, TransformId};
use tablewright_text::{SequenceToOffsetTable, SequenceToOffsetTableBuilder, quicksort_by};

use super::matcher::{Chain, EmitInteger, Matcher, MatcherType};
use super::mode_types::ModeTypes;
use super::predicate_code::code_of;

use Matcher as M;

/// A predicate in C++, which several fragments may have.
#[derive(Clone, Debug)]
pub(crate) struct NumbersPredicate {
    /// The fragments, by name.
    pub(crate) fragments: Vec<FragmentId>,
    pub(crate) code: String,
    uses: u32,
}

/// A predicate's number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct PredicateNumber {
    /// Number within its group: predicates with operands, or without.
    pub(crate) number: u32,
    /// Whether the function has operands besides its node.
    pub(crate) uses_operands: bool,
}

/// Numbered entities that the table refers to.
#[derive(Default, Debug)]
pub(crate) struct DagIselNumbers {
    /// C++ conditions in patterns.
    pub(crate) pattern_predicates: Vec<String>,
    pub(crate) predicates: Vec<NumbersPredicate>,
    pub(crate) predicates_with_operands: Vec<NumbersPredicate>,
    pub(crate) complex_patterns: Vec<ComplexPatternId>,
    pub(crate) transforms: Vec<TransformId>,
    /// Operand slots of created nodes, as ULEB128. `None` unless nodes share operand lists.
    pub(crate) operand_lists: Option<SequenceToOffsetTable<u8>>,
    /// The types that the table refers to by number, since they or others beside them depend on the mode.
    pub(crate) types: Vec<MatcherType>,
    of_types: FxHashMap<MatcherType, u32>,
    of_pattern_predicates: Vec<u32>,
    of_predicates: FxHashMap<FragmentId, PredicateNumber>,
    of_complex_patterns: FxHashMap<ComplexPatternId, u32>,
    of_transforms: FxHashMap<TransformId, u32>,
}

/// Use counts, in order of first use.
struct Uses<K> {
    list: Vec<UseCount<K>>,
    indices: FxHashMap<K, usize>,
}

struct UseCount<K> {
    key: K,
    uses: u32,
}

impl<K: Copy + Eq + std::hash::Hash> Uses<K> {
    fn new() -> Uses<K> {
        Uses { list: Vec::new(), indices: FxHashMap::default() }
    }

    fn add(&mut self, key: K) {
        self.add_uses(key, 1);
    }

    fn add_uses(&mut self, key: K, uses: u32) {
        let next = self.list.len();
        let index = *self.indices.entry(key).or_insert(next);
        if index == next {
            self.list.push(UseCount { key, uses: 0 });
        }
        self.list[index].uses += uses;
    }

    /// Sorts by use count, most used first.
    fn sorted(mut self) -> Vec<K> {
        self.list.sort_by_key(|count| std::cmp::Reverse(count.uses));
        self.list.into_iter().map(|count| count.key).collect()
    }
}

struct Counts {
    pattern_predicates: Uses<u32>,
    predicates: Uses<FragmentId>,
    complex_patterns: Uses<ComplexPatternId>,
    transforms: Vec<TransformId>,
    operand_lists: Option<SequenceToOffsetTableBuilder<u8>>,
    types: Uses<MatcherType>,
}

impl Counts {
    fn add(&mut self, matcher: &Matcher) {
        self.add_types(matcher);
        if let M::EmitNode(node) | M::MorphNodeTo { node, .. } = matcher
            && let Some(lists) = &mut self.operand_lists
            && !node.operands.is_empty()
        {
            lists.add(node.operand_bytes());
        }
        if let M::CheckPatternPredicate(condition) = matcher {
            self.pattern_predicates.add(*condition);
        } else if let M::CheckPredicate { fragment, .. } = matcher {
            self.predicates.add(*fragment);
        } else if let M::CheckComplexPat { pattern, .. } = matcher {
            self.complex_patterns.add(*pattern);
        } else if let M::EmitNodeXForm { transform, .. } = matcher
            && !self.transforms.contains(transform)
        {
            self.transforms.push(*transform);
        }
    }
}

impl Counts {
    /// Counts the types that steps with a short form have. The others come after these, in the order of first uses.
    fn add_types(&mut self, matcher: &Matcher) {
        if let M::EmitNode(node) | M::MorphNodeTo { node, .. } = matcher {
            if node.depends_on_mode() {
                node.types.iter().for_each(|&ty| self.types.add_uses(ty, 0));
            }
        } else if let M::EmitRegister { ty, .. } = matcher
            && let MatcherType::ByHwMode(_) = ty
        {
            self.types.add_uses(*ty, 0);
        } else if let M::CheckType { ty, .. }
        | M::CheckChildType { ty, .. }
        | M::EmitInteger(EmitInteger { ty, .. })
        | M::EmitStringInteger { ty, .. } = matcher
            && let MatcherType::ByHwMode(_) = ty
        {
            self.types.add(*ty);
        }
    }
}

/// Sorts the types, most used first. Equally used types are sorted by modes and types, because tools number them so.
/// Uncounted types follow in order of first use.
fn ordered_types(uses: Uses<MatcherType>, mode_types: &ModeTypes) -> Vec<MatcherType> {
    let (mut counted, others): (Vec<_>, Vec<_>) =
        uses.list.into_iter().partition(|count| count.uses > 0);
    counted.sort_by_cached_key(|count| mode_types.modes(count.key));
    quicksort_by(&mut counted, |a, b| a.uses > b.uses);
    counted.into_iter().chain(others).map(|count| count.key).collect()
}

impl DagIselNumbers {
    /// Numbers the entities that a tree refers to. `conditions` are the pattern conditions in matcher order.
    pub(super) fn new(
        chain: &Chain,
        conditions: &[String],
        store: &RecordStore,
        patterns: &PatternsToMatch,
        mode_types: &ModeTypes,
    ) -> Result<DagIselNumbers, FieldError> {
        let mut counts = Counts {
            pattern_predicates: Uses::new(),
            predicates: Uses::new(),
            complex_patterns: Uses::new(),
            transforms: Vec::new(),
            operand_lists: store
                .release()
                .has(Feature::SelectorSharesOperandLists)
                .then(SequenceToOffsetTableBuilder::new),
            types: Uses::new(),
        };
        chain.visit(&mut |matcher| counts.add(matcher));
        let mut numbers = DagIselNumbers {
            of_pattern_predicates: vec![0; conditions.len()],
            ..DagIselNumbers::default()
        };
        for (number, condition) in counts.pattern_predicates.sorted().into_iter().enumerate() {
            numbers.of_pattern_predicates[condition as usize] = number as u32;
            numbers.pattern_predicates.push(conditions[condition as usize].clone());
        }
        numbers.types = ordered_types(counts.types, mode_types);
        for (number, &ty) in numbers.types.iter().enumerate() {
            numbers.of_types.insert(ty, number as u32);
        }
        numbers.complex_patterns = counts.complex_patterns.sorted();
        for (number, &pattern) in numbers.complex_patterns.iter().enumerate() {
            numbers.of_complex_patterns.insert(pattern, number as u32);
        }
        numbers.operand_lists = counts.operand_lists.map(|lists| lists.layout_unterminated().0);
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
        counts: &[UseCount<FragmentId>],
        store: &RecordStore,
        patterns: &PatternsToMatch,
    ) -> Result<(), FieldError> {
        let mut list: Vec<NumbersPredicate> = Vec::new();
        let mut indices: FxHashMap<String, usize> = FxHashMap::default();
        for &UseCount { key: fragment, uses } in counts {
            let code = code_of(fragment, store, patterns)?;
            let next = list.len();
            let index = *indices.entry(code.clone()).or_insert(next);
            if index == next {
                list.push(NumbersPredicate { fragments: Vec::new(), code, uses: 0 });
            }
            list[index].fragments.push(fragment);
            list[index].uses += uses;
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
            let list = if uses_operands {
                &mut self.predicates_with_operands
            } else {
                &mut self.predicates
            };
            let number = PredicateNumber { number: list.len() as u32, uses_operands };
            for &fragment in &predicate.fragments {
                self.of_predicates.insert(fragment, number);
            }
            list.push(predicate);
        }
        Ok(())
    }

    /// Returns the number for a counted pattern condition.
    pub(crate) fn pattern_predicate(&self, condition: u32) -> u32 {
        self.of_pattern_predicates[condition as usize]
    }

    /// Returns the number for a counted fragment predicate.
    pub(crate) fn predicate(&self, fragment: FragmentId) -> PredicateNumber {
        self.of_predicates[&fragment]
    }

    /// Returns the number of a fragment's predicate. `None` if the table does not refer to it.
    pub(crate) fn find_predicate(&self, fragment: FragmentId) -> Option<PredicateNumber> {
        self.of_predicates.get(&fragment).copied()
    }

    /// Returns the predicate with a number.
    pub(crate) fn predicate_of(&self, number: PredicateNumber) -> Option<&NumbersPredicate> {
        let PredicateNumber { number, uses_operands } = number;
        let list = if uses_operands { &self.predicates_with_operands } else { &self.predicates };
        list.get(number as usize)
    }

    /// Returns the number for a counted type.
    pub(crate) fn ty(&self, ty: MatcherType) -> u32 {
        self.of_types[&ty]
    }

    /// Returns the number for a counted complex pattern.
    pub(crate) fn complex_pattern(&self, pattern: ComplexPatternId) -> u32 {
        self.of_complex_patterns[&pattern]
    }

    /// Returns the number for a counted transformation.
    pub(crate) fn transform(&self, transform: TransformId) -> u32 {
        self.of_transforms[&transform]
    }
}
