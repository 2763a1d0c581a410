//! Rules that relate two value types in a pattern: smaller than, element of, part of, as many elements as, as many
//! bits as.
//!
//! In: two type sets by mode. Out: both sets, without the types that lack a counterpart in the other set.

use tablewright_target::value_types::ValueType;

use super::type_set::{TypeSetByHwMode, ValueTypeSet};
use super::type_sets::{NarrowedPair, TypeSetId, TypeSetKind, TypeSetRelation, TypeSets};
use super::type_traits::{TypeTraitTable, TypeTraits};

impl TypeSets {
    /// Narrows two sets to types that are related.
    pub(crate) fn relate(
        &mut self,
        relation: TypeSetRelation,
        first: TypeSetId,
        second: TypeSetId,
    ) -> NarrowedPair {
        if let Some(&pair) = self.related.get(&(relation, first, second)) {
            return pair;
        }
        let (mut a, mut b) = (self.get(first).clone(), self.get(second).clone());
        let (of_first, of_second) = match relation {
            TypeSetRelation::VectorOf => (TypeSetKind::Vector, TypeSetKind::Scalar),
            TypeSetRelation::LongerVector | TypeSetRelation::ContainingVector => {
                (TypeSetKind::Vector, TypeSetKind::Vector)
            }
            TypeSetRelation::Smaller
            | TypeSetRelation::StatedSmaller
            | TypeSetRelation::SameElementCount
            | TypeSetRelation::SameSize => (TypeSetKind::Any, TypeSetKind::Any),
        };
        let mut is_changed = a.is_unknown() && self.restrict_sets(of_first, &mut a);
        is_changed |= b.is_unknown() && self.restrict_sets(of_second, &mut b);
        let traits = &self.traits;
        let mut is_incompatible = false;
        let mut in_each_mode = |keep: &dyn Fn(&mut ValueTypeSet, &mut ValueTypeSet) -> bool| {
            for mode in a.all_modes(&b) {
                is_changed |= keep(a.get_mut(mode), b.get_mut(mode));
            }
        };
        match relation {
            TypeSetRelation::Smaller => {
                is_incompatible = !keep_smaller(&mut a, &mut b, traits, false, &mut is_changed);
            }
            TypeSetRelation::StatedSmaller => {
                is_incompatible = !keep_smaller(&mut a, &mut b, traits, true, &mut is_changed);
            }
            TypeSetRelation::VectorOf => in_each_mode(&|a, b| keep_vector_of(a, b, traits)),
            TypeSetRelation::LongerVector => {
                in_each_mode(&|a, b| keep_longer_vector(a, b, traits, is_shorter_vector));
            }
            TypeSetRelation::ContainingVector => {
                in_each_mode(&|a, b| keep_longer_vector(a, b, traits, is_vector_part));
            }
            TypeSetRelation::SameElementCount => in_each_mode(&|a, b| {
                keep_same(a, b, |ty| {
                    (traits.for_type(ty).is_scalable, traits.for_type(ty).element_count)
                })
            }),
            TypeSetRelation::SameSize => in_each_mode(&|a, b| {
                keep_same(a, b, |ty| {
                    (traits.for_type(ty).has_scalable_size, traits.for_type(ty).size)
                })
            }),
        }
        let sets = (self.intern(a), self.intern(b));
        let pair = NarrowedPair { sets, is_changed, is_incompatible };
        self.related.insert((relation, first, second), pair);
        pair
    }
}

/// Narrows both sets to types so that the first is smaller. Returns false if the first has only integers and the
/// second only floating-point numbers, or vice versa.
fn keep_smaller(
    small: &mut TypeSetByHwMode,
    big: &mut TypeSetByHwMode,
    traits: &TypeTraitTable,
    is_stated: bool,
    is_changed: &mut bool,
) -> bool {
    let modes = small.all_modes(big);
    let mut integers = traits.integers;
    integers.insert(traits.pointer);
    for &mode in &modes {
        let (s, b) = (small.get_mut(mode), big.get_mut(mode));
        if s.intersects(&integers) && b.intersects(&integers) {
            *is_changed |= s.keep(&integers) | b.keep(&integers);
        } else if s.intersects(&traits.floats) && b.intersects(&traits.floats) {
            *is_changed |= s.keep(&traits.floats) | b.keep(&traits.floats);
        } else if is_stated && b.is_empty() {
            // A stated type is the same each time; if it changed, it would change in every round.
            *s = ValueTypeSet::default();
        } else if s.is_empty() || b.is_empty() {
            *is_changed = !s.is_empty() || !b.is_empty();
            *s = ValueTypeSet::default();
            *b = ValueTypeSet::default();
        } else {
            return false;
        }
        if !s.intersects(&traits.vectors) || !b.intersects(&traits.vectors) {
            for set in [s, b] {
                let scalars = set.without(&traits.vectors);
                *is_changed |= std::mem::replace(set, scalars) != scalars;
            }
        }
    }
    for &mode in &modes {
        let (s, b) = (small.get_mut(mode), big.get_mut(mode));
        for of_vectors in [false, true] {
            let of_kind = |ty: &ValueType| traits.is_vector(*ty) == of_vectors;
            let size = |ty: &ValueType| {
                let of_type = traits.for_type(*ty);
                (of_type.is_scalable, of_type.scalar_size, of_type.size)
            };
            // Among equally small or large types, the first by number.
            let least =
                s.iter().filter(of_kind).reduce(|a, b| if size(&b) < size(&a) { b } else { a });
            if let Some(least) = least {
                *is_changed |= b.retain(|ty| !is_same_kind_and_at_most(traits, ty, least));
            }
            let most =
                b.iter().filter(of_kind).reduce(|a, b| if size(&a) < size(&b) { b } else { a });
            if let Some(most) = most {
                *is_changed |= s.retain(|ty| !is_same_kind_and_at_most(traits, most, ty));
            }
        }
    }
    true
}

/// Returns whether both are scalars, fixed vectors or scalable vectors, and `a` is at most as large as `b`.
fn is_same_kind_and_at_most(traits: &TypeTraitTable, a: ValueType, b: ValueType) -> bool {
    let (of_a, of_b) = (traits.for_type(a), traits.for_type(b));
    traits.is_vector(a) == traits.is_vector(b)
        && of_a.is_scalable == of_b.is_scalable
        && (of_a.scalar_size, of_a.size) <= (of_b.scalar_size, of_b.size)
}

fn keep_vector_of(
    vectors: &mut ValueTypeSet,
    elements: &mut ValueTypeSet,
    traits: &TypeTraitTable,
) -> bool {
    let mut is_changed = vectors.keep(&traits.vectors);
    let scalars = elements.without(&traits.vectors);
    is_changed |= std::mem::replace(elements, scalars) != scalars;
    let mut of_vectors = ValueTypeSet::default();
    for element in vectors.iter().filter_map(|ty| traits.for_type(ty).element) {
        of_vectors.insert(element);
    }
    let listed = *elements;
    let is_listed =
        |ty| traits.for_type(ty).element.is_some_and(|element| listed.contains(element));
    is_changed | vectors.retain(is_listed) | elements.keep(&of_vectors)
}

/// Whether two types are vectors of the same element, and `part` has fewer elements.
fn is_shorter_vector(part: TypeTraits, whole: TypeTraits) -> bool {
    part.element.is_some()
        && part.element == whole.element
        && part.is_scalable == whole.is_scalable
        && part.element_count < whole.element_count
}

/// Whether two types are vectors with the same element type, and `part` is shorter than `whole`, or fixed and at most as
/// long as a scalable `whole`'s minimum.
fn is_vector_part(part: TypeTraits, whole: TypeTraits) -> bool {
    is_shorter_vector(part, whole)
        || part.element.is_some()
            && part.element == whole.element
            && !part.is_scalable
            && whole.is_scalable
            && part.element_count <= whole.element_count
}

fn keep_longer_vector(
    long: &mut ValueTypeSet,
    short: &mut ValueTypeSet,
    traits: &TypeTraitTable,
    is_part: fn(TypeTraits, TypeTraits) -> bool,
) -> bool {
    let is_part = |part, whole| is_part(traits.for_type(part), traits.for_type(whole));
    let mut is_changed = short.keep(&traits.vectors);
    let wholes = *long;
    is_changed |= short.retain(|part| wholes.iter().any(|whole| is_part(part, whole)));
    let parts = *short;
    is_changed | long.retain(|whole| parts.iter().any(|part| is_part(part, whole)))
}

/// Keeps in both sets the types with a common measure.
fn keep_same<M: PartialEq>(
    a: &mut ValueTypeSet,
    b: &mut ValueTypeSet,
    measure: impl Fn(ValueType) -> M,
) -> bool {
    let (of_a, of_b) = (*a, *b);
    let is_in = |set: &ValueTypeSet, ty| set.iter().any(|other| measure(other) == measure(ty));
    a.retain(|ty| is_in(&of_b, ty)) | b.retain(|ty| is_in(&of_a, ty))
}
