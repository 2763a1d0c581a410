//! Rules that relate the types of two values of a pattern: smaller than, element of, part of, as many
//! elements as, as many bits as.
//!
//! In: two sets of types by mode. Out: both, without the types for which the other has no counterpart.

use super::type_facts::TypeFacts;
use super::type_set::{TypeSetByHwMode, ValueTypeSet};
use super::type_sets::{NarrowedPair, TypeKind, TypeRelation, TypeSetId, TypeSets};
use crate::value_types::ValueType;

impl TypeSets {
    /// Narrows two sets to types that are related.
    pub(crate) fn relate(
        &mut self,
        relation: TypeRelation,
        first: TypeSetId,
        second: TypeSetId,
    ) -> NarrowedPair {
        if let Some(&known) = self.related.get(&(relation, first, second)) {
            return known;
        }
        let (mut a, mut b) = (self.get(first).clone(), self.get(second).clone());
        let (of_first, of_second) = match relation {
            TypeRelation::VectorOf => (TypeKind::Vector, TypeKind::Scalar),
            TypeRelation::LongerVector => (TypeKind::Vector, TypeKind::Vector),
            _ => (TypeKind::Any, TypeKind::Any),
        };
        let mut is_changed = a.is_unknown() && self.restrict_sets(of_first, &mut a);
        is_changed |= b.is_unknown() && self.restrict_sets(of_second, &mut b);
        let facts = &self.facts;
        let mut is_incompatible = false;
        match relation {
            TypeRelation::Smaller | TypeRelation::StatedSmaller => {
                let is_stated = relation == TypeRelation::StatedSmaller;
                is_incompatible = !keep_smaller(&mut a, &mut b, facts, is_stated, &mut is_changed);
            }
            _ => {
                for mode in a.all_modes(&b) {
                    let (a, b) = (a.get_mut(mode), b.get_mut(mode));
                    is_changed |= match relation {
                        TypeRelation::VectorOf => keep_vector_of(a, b, facts),
                        TypeRelation::LongerVector => keep_longer_vector(a, b, facts),
                        TypeRelation::SameElementCount => keep_same(a, b, |ty| {
                            let fact = facts.of(ty);
                            (fact.is_scalable, fact.element_count)
                        }),
                        _ => keep_same(a, b, |ty| {
                            let fact = facts.of(ty);
                            (fact.has_scalable_size, fact.size)
                        }),
                    };
                }
            }
        }
        let sets = (self.intern(a), self.intern(b));
        let pair = NarrowedPair { sets, is_changed, is_incompatible };
        self.related.insert((relation, first, second), pair);
        pair
    }
}

/// Narrows both to types of which the first is smaller. False where the first has only integers and the
/// second only floating-point numbers, or the other way round.
fn keep_smaller(
    small: &mut TypeSetByHwMode,
    big: &mut TypeSetByHwMode,
    facts: &TypeFacts,
    is_stated: bool,
    is_changed: &mut bool,
) -> bool {
    let modes = small.all_modes(big);
    let mut integers = facts.integers;
    integers.insert(facts.pointer);
    for &mode in &modes {
        let (s, b) = (small.get_mut(mode), big.get_mut(mode));
        if s.intersects(&integers) && b.intersects(&integers) {
            *is_changed |= s.keep(&integers) | b.keep(&integers);
        } else if s.intersects(&facts.floats) && b.intersects(&facts.floats) {
            *is_changed |= s.keep(&facts.floats) | b.keep(&facts.floats);
        } else if is_stated && b.is_empty() {
            // A stated type is the same each time: a change of it would be one in every round.
            *s = ValueTypeSet::default();
        } else if s.is_empty() || b.is_empty() {
            *is_changed = !s.is_empty() || !b.is_empty();
            *s = ValueTypeSet::default();
            *b = ValueTypeSet::default();
        } else {
            return false;
        }
        if !s.intersects(&facts.vectors) || !b.intersects(&facts.vectors) {
            for set in [s, b] {
                let scalars = set.without(&facts.vectors);
                *is_changed |= std::mem::replace(set, scalars) != scalars;
            }
        }
    }
    for &mode in &modes {
        let (s, b) = (small.get_mut(mode), big.get_mut(mode));
        for of_vectors in [false, true] {
            let of_kind = |ty: &ValueType| facts.is_vector(*ty) == of_vectors;
            let size = |ty: &ValueType| {
                let fact = facts.of(*ty);
                (fact.is_scalable, fact.scalar_size, fact.size)
            };
            // Of several as small or as large, the first in order of their numbers.
            let least =
                s.iter().filter(of_kind).reduce(|a, b| if size(&b) < size(&a) { b } else { a });
            if let Some(least) = least {
                *is_changed |= b.retain(|ty| !is_same_kind_and_at_most(facts, ty, least));
            }
            let most =
                b.iter().filter(of_kind).reduce(|a, b| if size(&a) < size(&b) { b } else { a });
            if let Some(most) = most {
                *is_changed |= s.retain(|ty| !is_same_kind_and_at_most(facts, most, ty));
            }
        }
    }
    true
}

/// Whether both are scalars, fixed vectors or scalable ones, and `a` is at most as large as `b`.
fn is_same_kind_and_at_most(facts: &TypeFacts, a: ValueType, b: ValueType) -> bool {
    let (of_a, of_b) = (facts.of(a), facts.of(b));
    facts.is_vector(a) == facts.is_vector(b)
        && of_a.is_scalable == of_b.is_scalable
        && (of_a.scalar_size, of_a.size) <= (of_b.scalar_size, of_b.size)
}

fn keep_vector_of(
    vectors: &mut ValueTypeSet,
    elements: &mut ValueTypeSet,
    facts: &TypeFacts,
) -> bool {
    let mut is_changed = vectors.keep(&facts.vectors);
    let scalars = elements.without(&facts.vectors);
    is_changed |= std::mem::replace(elements, scalars) != scalars;
    let mut of_vectors = ValueTypeSet::default();
    for element in vectors.iter().filter_map(|ty| facts.of(ty).element) {
        of_vectors.insert(element);
    }
    let known = *elements;
    let is_known = |ty| facts.of(ty).element.is_some_and(|element| known.contains(element));
    is_changed | vectors.retain(is_known) | elements.keep(&of_vectors)
}

fn keep_longer_vector(
    long: &mut ValueTypeSet,
    short: &mut ValueTypeSet,
    facts: &TypeFacts,
) -> bool {
    let is_part = |part: ValueType, whole: ValueType| {
        let (part, whole) = (facts.of(part), facts.of(whole));
        part.element.is_some()
            && part.element == whole.element
            && part.is_scalable == whole.is_scalable
            && part.element_count < whole.element_count
    };
    let mut is_changed = short.keep(&facts.vectors);
    let wholes = *long;
    is_changed |= short.retain(|part| wholes.iter().any(|whole| is_part(part, whole)));
    let parts = *short;
    is_changed | long.retain(|whole| parts.iter().any(|part| is_part(part, whole)))
}

/// Keeps of both the types that have a measure in common.
fn keep_same<M: PartialEq>(
    a: &mut ValueTypeSet,
    b: &mut ValueTypeSet,
    measure: impl Fn(ValueType) -> M,
) -> bool {
    let (of_a, of_b) = (*a, *b);
    let is_in = |set: &ValueTypeSet, ty| set.iter().any(|other| measure(other) == measure(ty));
    a.retain(|ty| is_in(&of_b, ty)) | b.retain(|ty| is_in(&of_a, ty))
}
