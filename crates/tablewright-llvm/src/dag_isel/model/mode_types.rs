//! Value types that depend on the hardware mode.
//!
//! In: patterns with their types in all modes. Out: [`ModeTypes`], without duplicates, and functions for a step's
//! type.

use rustc_hash::FxHashMap;
use tablewright_selection::patterns::{PatternsToMatch, TypeSetId};
use tablewright_target::hw_modes::HwModeId;
use tablewright_target::value_types::ValueType;

use super::matcher::MatcherType;

/// A type by mode. The modes are in their order; a mode that is not listed has the type of the default mode, or none.
#[doc(alias = "ValueTypeByHwMode")]
pub(crate) type ModeType = Vec<(HwModeId, ValueType)>;

/// The types of the patterns that depend on the mode, each once.
#[derive(Default)]
pub(crate) struct ModeTypes {
    list: Vec<ModeType>,
    of_sets: FxHashMap<TypeSetId, MatcherType>,
}

impl ModeTypes {
    /// Collects the types in patterns.
    pub(super) fn new(patterns: &PatternsToMatch) -> ModeTypes {
        let mut all = ModeTypes::default();
        let mut indices: FxHashMap<ModeType, u32> = FxHashMap::default();
        for id in patterns.type_sets() {
            let Some(types) = patterns.types_by_mode(id).filter(|types| !types.is_empty()) else {
                continue;
            };
            let ty = match types[..] {
                [(mode, ty)] if mode.is_default() => MatcherType::Simple(ty),
                _ => {
                    let next = all.list.len() as u32;
                    let index = *indices.entry(types.clone()).or_insert(next);
                    if index == next {
                        all.list.push(types);
                    }
                    MatcherType::ByHwMode(index)
                }
            };
            all.of_sets.insert(id, ty);
        }
        all
    }

    /// Returns the type for a type set; `None` unless each mode has exactly one type.
    pub(super) fn for_set(&self, set: TypeSetId) -> Option<MatcherType> {
        self.of_sets.get(&set).copied()
    }

    /// Returns a type in a mode; `None` if it is missing there.
    pub(crate) fn in_mode(&self, ty: MatcherType, mode: HwModeId) -> Option<ValueType> {
        match ty {
            MatcherType::Simple(ty) => Some(ty),
            MatcherType::ByHwMode(index) => {
                let modes = &self.list[index as usize];
                let find = |mode| modes.iter().find(|choice| choice.0 == mode);
                find(mode).or_else(|| find(HwModeId::DEFAULT)).map(|choice| choice.1)
            }
        }
    }

    /// Returns the modes of either type, each once.
    pub(super) fn all_modes(&self, a: MatcherType, b: MatcherType) -> Vec<HwModeId> {
        let mut modes = Vec::new();
        for ty in [a, b] {
            match ty {
                MatcherType::Simple(_) => modes.push(HwModeId::DEFAULT),
                MatcherType::ByHwMode(index) => {
                    modes.extend(self.list[index as usize].iter().map(|choice| choice.0));
                }
            }
        }
        modes.sort_unstable();
        modes.dedup();
        modes
    }

    /// Returns a type with its modes.
    pub(crate) fn modes(&self, ty: MatcherType) -> ModeType {
        match ty {
            MatcherType::Simple(ty) => vec![(HwModeId::DEFAULT, ty)],
            MatcherType::ByHwMode(index) => self.list[index as usize].clone(),
        }
    }
}
