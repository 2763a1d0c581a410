//! Register and spill slot sizes, by hardware mode.
//!
//! In: the register class fields `RegInfos`, `Size` and `Alignment`. Out: [`RegisterSizes`].

use std::cmp::Ordering;

use tablewright_index::IndexVec;
use tablewright_records::FieldError;

use crate::hw_modes::{HwModeId, HwModes};
use crate::record_views::register::RegInfoRecord;

/// Register and spill slot sizes, in bits.
#[doc(alias = "RegSizeInfo")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct RegisterSize {
    /// The register size.
    pub register: u32,
    /// The spill slot size.
    pub spill: u32,
    /// The spill slot alignment.
    pub spill_alignment: u32,
}

impl RegisterSize {
    pub(super) fn from_record(record: RegInfoRecord<'_>) -> Result<RegisterSize, FieldError> {
        // The reference uses C++ `unsigned`.
        Ok(RegisterSize {
            register: record.reg_size()? as u32,
            spill: record.spill_size()? as u32,
            spill_alignment: record.spill_alignment()? as u32,
        })
    }
}

/// A register size in a mode.
pub(super) struct ModeSize {
    pub(super) mode: HwModeId,
    pub(super) size: RegisterSize,
}

/// Register sizes for a class in each mode. Comparisons use the default mode.
#[doc(alias = "RegSizeInfoByHwMode")]
#[derive(Clone, Debug)]
pub struct RegisterSizes {
    /// Sizes by mode, default mode first.
    by_mode: IndexVec<HwModeId, RegisterSize>,
    is_same_in_all_modes: bool,
}

impl RegisterSizes {
    /// Builds sizes from the `described` sizes. Other modes use the default mode size, which is
    /// `default` unless described.
    pub(super) fn new(
        described: &[ModeSize],
        default: RegisterSize,
        hw_modes: &HwModes,
    ) -> RegisterSizes {
        let default_mode = described.iter().find(|own| own.mode.is_default());
        let default = default_mode.map_or(default, |own| own.size);
        let mut by_mode = IndexVec::from_elem(default, hw_modes.modes());
        for own in described {
            by_mode[own.mode] = own.size;
        }
        let is_same_in_all_modes = described.iter().all(|own| own.mode.is_default());
        RegisterSizes { by_mode, is_same_in_all_modes }
    }

    /// Returns the sizes in a mode.
    pub fn get(&self, mode: HwModeId) -> RegisterSize {
        self.by_mode[mode]
    }

    /// Returns the sizes in the default mode.
    pub fn default(&self) -> RegisterSize {
        self.by_mode[HwModeId::DEFAULT]
    }

    /// Returns the sizes if they are the same in all modes.
    pub fn only(&self) -> Option<RegisterSize> {
        self.is_same_in_all_modes.then(|| self.default())
    }

    /// Compares sizes in the default mode.
    pub fn order(a: &RegisterSizes, b: &RegisterSizes) -> Ordering {
        a.default().cmp(&b.default())
    }

    /// Whether registers with these sizes can be members in a class with sizes `other`: register
    /// and spill slot are at least as large, and the slot alignment is a multiple.
    pub fn fit_into(&self, other: &RegisterSizes) -> bool {
        let (a, b) = (other.default(), self.default());
        a.register <= b.register
            && a.spill <= b.spill
            // Zero is not an alignment, but `0.is_multiple_of(0)` would be true.
            && a.spill_alignment != 0
            && b.spill_alignment.is_multiple_of(a.spill_alignment)
    }

    /// Whether the spill slot is larger than for `other`, or equally large and more aligned.
    pub(super) fn has_stricter_spill_than(&self, other: &RegisterSizes) -> bool {
        let (a, b) = (self.default(), other.default());
        (a.spill, a.spill_alignment) > (b.spill, b.spill_alignment)
    }
}
