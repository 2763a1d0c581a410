//! Narrowing steps for type sets: each set by mode is stored once, and each step is computed once.
//!
//! In: set ids and a rule. Out: ids for the narrowed sets, and whether anything changed. A target has thousands of
//! patterns but few different sets, so nearly every step is a table lookup. The rules for two values at once are in
//! [`type_relations`](super::type_relations).

use rustc_hash::FxHashMap;
use tablewright_index::{IndexVec, define_index};
use tablewright_target::hw_modes::HwModeId;
use tablewright_target::value_types::ValueType;

use super::type_set::{TypeSetByHwMode, ValueTypeSet};
use super::type_traits::{Overload, TypeTraitTable};

define_index! {
    /// A set of types by mode.
    pub struct TypeSetId;
}

impl TypeSetId {
    /// Nothing is known.
    pub const UNKNOWN: TypeSetId = TypeSetId::from_index(0);
}

/// A kind to which all types in a set must belong.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum TypeSetKind {
    /// Integers, integer vectors, and `iPTR`.
    Integer,
    Float,
    Scalar,
    Vector,
    /// All legal types, if the types are unknown.
    Any,
}

/// A relation between two values' types.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum TypeSetRelation {
    /// For each type of the first value, the second value has a larger type.
    Smaller,
    /// Like [`TypeRelation::Smaller`], if the first type is written in the pattern.
    StatedSmaller,
    /// The first is a vector of the second.
    VectorOf,
    /// The first is a vector with more elements of the same type as the second.
    LongerVector,
    /// The first is a vector that contains the second: it has more elements with the same type, or it is scalable, the second
    /// is fixed, and it has at least as many elements.
    ContainingVector,
    /// Both have as many elements; scalars have none.
    SameElementCount,
    /// Both have as many bits.
    SameSize,
}

/// A narrowed set.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NarrowedSet {
    pub(crate) set: TypeSetId,
    pub(crate) is_changed: bool,
}

/// Two narrowed sets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NarrowedPair {
    pub(crate) sets: (TypeSetId, TypeSetId),
    pub(crate) is_changed: bool,
    /// Whether the two values cannot have types of the same kind.
    pub(crate) is_incompatible: bool,
}

/// All sets of types that occur, and the steps between them.
#[derive(Clone, Debug)]
#[doc(alias = "TypeInfer")]
pub(crate) struct TypeSets {
    pub(crate) traits: TypeTraitTable,
    /// Register types in any mode.
    legal: ValueTypeSet,
    sets: IndexVec<TypeSetId, TypeSetByHwMode>,
    ids: FxHashMap<TypeSetByHwMode, TypeSetId>,
    merged: FxHashMap<(TypeSetId, TypeSetId), NarrowedSet>,
    restricted: FxHashMap<(TypeSetKind, TypeSetId), NarrowedSet>,
    pub(crate) related: FxHashMap<(TypeSetRelation, TypeSetId, TypeSetId), NarrowedPair>,
}

impl TypeSets {
    pub(crate) fn new(traits: TypeTraitTable, legal: ValueTypeSet) -> TypeSets {
        let mut sets = TypeSets {
            traits,
            legal,
            sets: IndexVec::new(),
            ids: FxHashMap::default(),
            merged: FxHashMap::default(),
            restricted: FxHashMap::default(),
            related: FxHashMap::default(),
        };
        let unknown = sets.intern(TypeSetByHwMode::default());
        debug_assert_eq!(unknown, TypeSetId::UNKNOWN);
        sets
    }

    /// Returns the id of a set.
    pub(crate) fn intern(&mut self, set: TypeSetByHwMode) -> TypeSetId {
        if let Some(&id) = self.ids.get(&set) {
            return id;
        }
        let id = self.sets.push(set.clone());
        self.ids.insert(set, id);
        id
    }

    /// Iterates over the ids of all sets.
    pub(crate) fn ids(&self) -> impl Iterator<Item = TypeSetId> + use<> {
        (0..self.sets.len()).map(TypeSetId::from_index)
    }

    /// Returns the id for a set with a single type. An overloaded type is replaced by its legal types.
    pub(crate) fn for_type(&mut self, ty: ValueType) -> TypeSetId {
        self.expanded(TypeSetByHwMode::from_type(ty))
    }

    /// Returns the id for a set, with overloaded types replaced by their legal types.
    pub(crate) fn expanded(&mut self, mut set: TypeSetByHwMode) -> TypeSetId {
        for (_, types) in set.modes_mut() {
            self.expand(types);
        }
        self.intern(set)
    }

    /// Replaces the first overloaded type in a set; in practice there is only one.
    fn expand(&self, types: &mut ValueTypeSet) {
        let traits = &self.traits;
        if types.contains(traits.any_pointer) {
            types.remove(traits.any_pointer);
            self.add_pointers(types);
            return;
        }
        let Some(&(ty, overload)) = traits.overloads.iter().find(|(ty, _)| types.contains(*ty))
        else {
            return;
        };
        types.remove(ty);
        let members = match overload {
            Overload::Integer => self.legal.and(&traits.integers),
            Overload::Float => self.legal.and(&traits.floats),
            Overload::Vector => self.legal.and(&traits.vectors),
            Overload::Any => self.legal,
        };
        *types = types.or(&members);
    }

    /// Adds the pointer types: `iPTR`, and `cPTR` if registers hold capabilities.
    fn add_pointers(&self, types: &mut ValueTypeSet) {
        let traits = &self.traits;
        types.insert(traits.pointer);
        if self.legal.intersects(&traits.capabilities) {
            types.insert(traits.capability_pointer);
        }
    }

    /// Returns the id for the pointer type set.
    pub(crate) fn pointers(&mut self) -> TypeSetId {
        let mut types = ValueTypeSet::default();
        self.add_pointers(&mut types);
        self.intern(TypeSetByHwMode::simple(types))
    }

    pub(crate) fn get(&self, id: TypeSetId) -> &TypeSetByHwMode {
        &self.sets[id]
    }

    /// Returns the type if there is exactly one and it is the same in all modes.
    pub(crate) fn only_type(&self, id: TypeSetId) -> Option<ValueType> {
        self.get(id).as_simple().and_then(ValueTypeSet::only)
    }

    pub(crate) fn is_same(&self, a: TypeSetId, b: TypeSetId) -> bool {
        a == b || self.get(a).means_same(self.get(b))
    }

    /// Narrows `out` to the types of `other`.
    pub(crate) fn merge(&mut self, out: TypeSetId, other: TypeSetId) -> NarrowedSet {
        if other == TypeSetId::UNKNOWN || out == other {
            return NarrowedSet { set: out, is_changed: false };
        }
        if out == TypeSetId::UNKNOWN {
            return NarrowedSet { set: other, is_changed: true };
        }
        if let Some(&narrowed) = self.merged.get(&(out, other)) {
            return narrowed;
        }
        let narrowed = if self.is_same(out, other) {
            NarrowedSet { set: out, is_changed: false }
        } else {
            let mut sets = self.get(out).clone();
            let is_changed = constrain(&mut sets, self.get(other), &self.traits);
            NarrowedSet { set: self.intern(sets), is_changed }
        };
        self.merged.insert((out, other), narrowed);
        narrowed
    }

    /// Keeps the types in a kind; if the types are unknown, returns all legal types of the kind.
    pub(crate) fn restrict(&mut self, kind: TypeSetKind, out: TypeSetId) -> NarrowedSet {
        if let Some(&narrowed) = self.restricted.get(&(kind, out)) {
            return narrowed;
        }
        let mut sets = self.get(out).clone();
        let is_changed = self.restrict_sets(kind, &mut sets);
        let narrowed = NarrowedSet { set: self.intern(sets), is_changed };
        self.restricted.insert((kind, out), narrowed);
        narrowed
    }

    pub(crate) fn restrict_sets(&self, kind: TypeSetKind, sets: &mut TypeSetByHwMode) -> bool {
        let traits = &self.traits;
        let mut integers = traits.integers;
        integers.insert(traits.pointer);
        let keep = |set: &mut ValueTypeSet| match kind {
            TypeSetKind::Integer => set.keep(&integers),
            TypeSetKind::Float => set.keep(&traits.floats),
            TypeSetKind::Vector => set.keep(&traits.vectors),
            TypeSetKind::Scalar => {
                let kept = set.without(&traits.vectors);
                std::mem::replace(set, kept) != kept
            }
            TypeSetKind::Any => false,
        };
        if sets.is_unknown() {
            let mut legal = self.legal;
            keep(&mut legal);
            *sets = TypeSetByHwMode::simple(legal);
            return true;
        }
        let mut is_changed = false;
        for (_, set) in sets.modes_mut() {
            is_changed |= keep(set);
        }
        is_changed
    }

    /// Keeps the type with the lowest number in each mode.
    pub(crate) fn force_first(&mut self, out: TypeSetId) -> NarrowedSet {
        let mut sets = self.get(out).clone();
        let mut is_changed = false;
        for (_, set) in sets.modes_mut() {
            if set.len() > 1
                && let Some(first) = set.first()
            {
                *set = ValueTypeSet::from_type(first);
                is_changed = true;
            }
        }
        NarrowedSet { set: self.intern(sets), is_changed }
    }

    /// Returns a single mode's set, for all modes.
    pub(crate) fn in_mode(&mut self, id: TypeSetId, mode: HwModeId) -> TypeSetId {
        let set = self.get(id).in_mode(mode);
        self.intern(set)
    }
}

/// Narrows `out` to the types that `other` has too. Returns whether anything changed; a new set for a mode counts as a
/// change.
fn constrain(out: &mut TypeSetByHwMode, other: &TypeSetByHwMode, traits: &TypeTraitTable) -> bool {
    let mut is_changed = false;
    if out.has_default() {
        for &(mode, _) in other.modes() {
            if !out.has_mode(mode) {
                out.get_mut(mode);
                is_changed = true;
            }
        }
    }
    for (mode, set) in out.modes_mut() {
        if other.has_mode(*mode) || other.has_default() {
            let of_mode = other.get(*mode).copied().unwrap_or_default();
            is_changed |= intersect(set, &of_mode, traits);
        } else if !set.is_empty() {
            *set = ValueTypeSet::default();
            is_changed = true;
        }
    }
    is_changed
}

/// Keeps in `out` only types from `other`. `iPTR` represents an unknown scalar integer, `cPTR` a capability. If only
/// one set has such a type, and the other set has a single type in this kind that the first lacks, this more specific
/// type stays. If it has several, `iPTR` or `cPTR` stays.
fn intersect(out: &mut ValueTypeSet, other: &ValueTypeSet, traits: &TypeTraitTable) -> bool {
    let before = *out;
    let mut kept = out.and(other);
    for placeholder in [traits.pointer, traits.capability_pointer] {
        let (out_has, other_has) = (before.contains(placeholder), other.contains(placeholder));
        if out_has != other_has {
            let (with, without) = if out_has { (&before, other) } else { (other, &before) };
            let mut specific = without.without(with);
            specific.retain(|ty| traits.can_stand_for(placeholder, ty));
            if specific.len() < 2 {
                kept = kept.or(&specific);
            } else {
                kept.insert(placeholder);
            }
        }
    }
    *out = kept;
    before != kept
}
