//! Value type sets, for a single hardware mode and by mode.
//!
//! A value in a pattern has a type set for each mentioned mode; another mode has the default mode's set. A value with
//! unknown types lacks a set. The narrowing steps are in [`type_sets`](super::type_sets).

use tablewright_target::hw_modes::HwModeId;
use tablewright_target::value_types::{TypeByHwMode, ValueType};

const WORDS: usize = 8;

/// A value type set, with a bit for each type number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[doc(alias = "MachineValueTypeSet")]
pub struct ValueTypeSet([u64; WORDS]);

impl ValueTypeSet {
    /// Type numbers are below this.
    pub(crate) const CAPACITY: usize = WORDS * 64;

    /// Creates a set with a single type.
    pub(crate) fn from_type(ty: ValueType) -> ValueTypeSet {
        let mut set = ValueTypeSet::default();
        set.insert(ty);
        set
    }

    /// Adds a type. A type without a description has a number beyond the capacity, and is never added.
    pub(crate) fn insert(&mut self, ty: ValueType) {
        if let Some(word) = self.0.get_mut(ty.0 as usize / 64) {
            *word |= 1 << (ty.0 % 64);
        }
    }

    pub(crate) fn remove(&mut self, ty: ValueType) {
        if let Some(word) = self.0.get_mut(ty.0 as usize / 64) {
            *word &= !(1 << (ty.0 % 64));
        }
    }

    /// Whether a type is in the set.
    pub fn contains(&self, ty: ValueType) -> bool {
        self.0.get(ty.0 as usize / 64).is_some_and(|word| word >> (ty.0 % 64) & 1 != 0)
    }

    /// Returns the type count in the set.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.0 == [0; WORDS]
    }

    /// Iterates over the types in order of number.
    pub fn iter(&self) -> impl Iterator<Item = ValueType> + '_ {
        self.0.iter().enumerate().flat_map(|(at, &word)| {
            let words = std::iter::successors(Some(word), |rest| Some(rest & rest.wrapping_sub(1)));
            let nonzero_words = words.take_while(|&rest| rest != 0);
            nonzero_words
                .map(move |rest| ValueType((at * 64 + rest.trailing_zeros() as usize) as i64))
        })
    }

    /// Returns the type with the lowest number.
    pub fn first(&self) -> Option<ValueType> {
        self.iter().next()
    }

    /// Returns the type if there is only one.
    pub(crate) fn only(&self) -> Option<ValueType> {
        self.first().filter(|_| self.len() == 1)
    }

    pub(crate) fn intersects(&self, other: &ValueTypeSet) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    pub(crate) fn and(&self, other: &ValueTypeSet) -> ValueTypeSet {
        self.zip(other, |a, b| a & b)
    }

    pub(crate) fn or(&self, other: &ValueTypeSet) -> ValueTypeSet {
        self.zip(other, |a, b| a | b)
    }

    pub(crate) fn without(&self, other: &ValueTypeSet) -> ValueTypeSet {
        self.zip(other, |a, b| a & !b)
    }

    fn zip(&self, other: &ValueTypeSet, join: impl Fn(u64, u64) -> u64) -> ValueTypeSet {
        ValueTypeSet(std::array::from_fn(|at| join(self.0[at], other.0[at])))
    }

    /// Keeps the types that `keep` accepts. Returns whether it removed any.
    pub(crate) fn retain(&mut self, keep: impl Fn(ValueType) -> bool) -> bool {
        let removed: Vec<ValueType> = self.iter().filter(|&ty| !keep(ty)).collect();
        removed.iter().for_each(|&ty| self.remove(ty));
        !removed.is_empty()
    }

    /// Keeps the types that are in `other`. Returns whether it removed any.
    pub(crate) fn keep(&mut self, other: &ValueTypeSet) -> bool {
        let kept = self.and(other);
        std::mem::replace(self, kept) != kept
    }
}

/// Type sets by mode, in mode order. Without modes, the types are unknown.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct TypeSetByHwMode {
    modes: Vec<(HwModeId, ValueTypeSet)>,
    /// The first type's address space, if it was written as a pointer. Narrowing ignores it. A value with unknown types
    /// copies it together with the types.
    address_space: Option<i64>,
}

impl TypeSetByHwMode {
    /// Creates a set with a single type in all modes.
    pub(crate) fn from_type(ty: ValueType) -> TypeSetByHwMode {
        TypeSetByHwMode::simple(ValueTypeSet::from_type(ty))
    }

    /// Creates a set that is equal in all modes.
    pub(crate) fn simple(set: ValueTypeSet) -> TypeSetByHwMode {
        TypeSetByHwMode { modes: vec![(HwModeId::DEFAULT, set)], address_space: None }
    }

    /// Creates the sets for a register class's types.
    pub(crate) fn from_types<'t>(
        types: impl IntoIterator<Item = &'t TypeByHwMode>,
    ) -> TypeSetByHwMode {
        let mut sets = TypeSetByHwMode::default();
        for ty in types {
            if sets.is_unknown() {
                sets.address_space = ty.address_space();
            }
            sets.add(ty);
        }
        sets
    }

    /// Adds a type by mode. In a mode that `ty` does not mention, its default type is added. But if the mode is new to
    /// the set, types that were added before are not added to it. Tools expect this dependence on order.
    pub(crate) fn add(&mut self, ty: &TypeByHwMode) {
        for &(mode, ty) in ty.choices() {
            self.get_or_create(mode).insert(ty);
        }
        let Some(default) = ty.choices().first().filter(|choice| choice.0.is_default()) else {
            return;
        };
        for (mode, set) in &mut self.modes {
            if !ty.choices().iter().any(|choice| choice.0 == *mode) {
                set.insert(default.1);
            }
        }
    }

    /// Adds a type in a single mode.
    pub(crate) fn add_in_mode(&mut self, mode: HwModeId, ty: ValueType) {
        self.get_or_create(mode).insert(ty);
    }

    fn get_or_create(&mut self, mode: HwModeId) -> &mut ValueTypeSet {
        let at = match self.modes.binary_search_by_key(&mode, |&(mode, _)| mode) {
            Ok(at) => at,
            Err(at) => {
                self.modes.insert(at, (mode, ValueTypeSet::default()));
                at
            }
        };
        &mut self.modes[at].1
    }

    /// Returns the mentioned modes with their sets.
    pub fn modes(&self) -> &[(HwModeId, ValueTypeSet)] {
        &self.modes
    }

    pub(crate) fn modes_mut(&mut self) -> &mut [(HwModeId, ValueTypeSet)] {
        &mut self.modes
    }

    /// Returns whether the types are unknown.
    pub fn is_unknown(&self) -> bool {
        self.modes.is_empty()
    }

    pub(crate) fn has_mode(&self, mode: HwModeId) -> bool {
        self.modes.binary_search_by_key(&mode, |&(mode, _)| mode).is_ok()
    }

    pub(crate) fn has_default(&self) -> bool {
        self.modes.first().is_some_and(|(mode, _)| mode.is_default())
    }

    /// Returns the set in a mode; if the mode lacks a set, the first (default) mode's set.
    pub fn get(&self, mode: HwModeId) -> Option<&ValueTypeSet> {
        let of_mode = self.modes.iter().find(|(of, _)| *of == mode);
        of_mode.or(self.modes.first()).map(|(_, set)| set)
    }

    /// Returns the set in a mode, and creates it if the mode lacks a set.
    pub(crate) fn get_mut(&mut self, mode: HwModeId) -> &mut ValueTypeSet {
        if !self.has_mode(mode) {
            let default = self.modes.first().map_or_else(ValueTypeSet::default, |&(_, set)| set);
            *self.get_or_create(mode) = default;
        }
        self.get_or_create(mode)
    }

    /// Returns the first type's address space, if it was written as a pointer.
    pub fn address_space(&self) -> Option<i64> {
        self.address_space
    }

    /// Returns a single mode's set, for all modes.
    pub(crate) fn in_mode(&self, mode: HwModeId) -> TypeSetByHwMode {
        let set = self.get(mode).copied().unwrap_or_default();
        TypeSetByHwMode { address_space: self.address_space, ..TypeSetByHwMode::simple(set) }
    }

    /// Returns the set if only the default mode has a set.
    pub fn as_simple(&self) -> Option<&ValueTypeSet> {
        match &self.modes[..] {
            [(HwModeId::DEFAULT, set)] => Some(set),
            _ => None,
        }
    }

    /// Returns whether each mode has exactly one type, or at most one if `allow_empty`.
    pub fn is_concrete(&self, allow_empty: bool) -> bool {
        self.modes.iter().all(|(_, set)| match set.len() {
            0 => allow_empty,
            count => count == 1,
        })
    }

    /// Returns whether any mode has a type.
    pub fn is_possible(&self) -> bool {
        self.modes.iter().any(|(_, set)| !set.is_empty())
    }

    /// Returns whether the types are known, but no mode has a type left.
    pub(crate) fn is_contradiction(&self) -> bool {
        !self.is_unknown() && !self.is_possible()
    }

    /// Returns whether both sets are equal in all modes, including modes that follow the default mode.
    pub(crate) fn means_same(&self, other: &TypeSetByHwMode) -> bool {
        if self.as_simple().is_some() && other.as_simple().is_some() {
            return self.modes == other.modes;
        }
        if self.has_default() != other.has_default() {
            return false;
        }
        let modes = || self.modes.iter().chain(&other.modes).map(|&(mode, _)| mode);
        if self.has_default() {
            return modes().all(|mode| self.get(mode) == other.get(mode));
        }
        // Without a default mode, an empty set equals a missing set.
        let explicit = |sets: &TypeSetByHwMode, mode| {
            let of = sets.modes.iter().find(|(of, _)| *of == mode);
            of.map(|(_, set)| *set).unwrap_or_default()
        };
        modes().all(|mode| explicit(self, mode) == explicit(other, mode))
    }

    /// Returns the modes in either set, with the default mode last: other modes copy the default mode's set as long as
    /// it is unchanged.
    pub(crate) fn all_modes(&self, other: &TypeSetByHwMode) -> Vec<HwModeId> {
        let mut modes: Vec<HwModeId> =
            self.modes.iter().chain(&other.modes).map(|&(mode, _)| mode).collect();
        modes.sort_by_key(|&mode| (mode.is_default(), mode));
        modes.dedup();
        modes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_iterate_in_order_of_numbers() {
        let mut set = ValueTypeSet::default();
        for number in [511, 3, 64, 63] {
            set.insert(ValueType(number));
        }
        let numbers: Vec<i64> = set.iter().map(|ty| ty.0).collect();
        assert_eq!((numbers, set.len()), (vec![3, 63, 64, 511], 4));
        assert!(set.retain(|ty| ty.0 > 63) && !set.contains(ValueType(63)));
        assert_eq!(set.first(), Some(ValueType(64)));
    }

    #[test]
    fn a_mode_without_a_set_has_that_of_the_default_mode() {
        let mode = HwModeId::from_index(1);
        let simple = TypeSetByHwMode::from_type(ValueType(7));
        let mut explicit = simple.clone();
        *explicit.get_mut(mode) = ValueTypeSet::from_type(ValueType(7));
        assert!(explicit.means_same(&simple) && explicit != simple);
        *explicit.get_mut(mode) = ValueTypeSet::from_type(ValueType(8));
        assert!(!explicit.means_same(&simple));
        assert_eq!(explicit.all_modes(&simple), [mode, HwModeId::DEFAULT]);
    }
}
