//! Sizes of registers and of their spill slots, by hardware mode.
//!
//! In: the fields `RegInfos`, `Size` and `Alignment` of register classes. Out: [`RegisterSizes`].

use std::cmp::Ordering;

use tablewright_index::IndexVec;
use tablewright_records::FieldError;

use crate::hw_modes::{HwModeId, HwModes};
use crate::record_views::register::RegInfoRecord;

/// The size of a register and of its spill slot, in bits.
#[doc(alias = "RegSizeInfo")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct RegisterSize {
    /// The size of the register.
    pub register: u32,
    /// The size of a slot on the stack to spill it to.
    pub spill: u32,
    /// The alignment of the slot.
    pub spill_alignment: u32,
}

impl RegisterSize {
    pub(super) fn of(record: RegInfoRecord<'_>) -> Result<RegisterSize, FieldError> {
        // Sizes are C++ `unsigned`.
        Ok(RegisterSize {
            register: record.reg_size()? as u32,
            spill: record.spill_size()? as u32,
            spill_alignment: record.spill_alignment()? as u32,
        })
    }
}

/// The sizes of a class's registers in each mode. Where classes are compared, the default mode counts.
#[doc(alias = "RegSizeInfoByHwMode")]
#[derive(Clone, Debug)]
pub struct RegisterSizes {
    /// By mode, the default mode first.
    by_mode: IndexVec<HwModeId, RegisterSize>,
    is_same_in_all_modes: bool,
}

impl RegisterSizes {
    /// The sizes `said` of some modes. In other modes the size is that of the default mode, which is
    /// `default` unless it is among `said`.
    pub(super) fn new(
        said: Vec<(HwModeId, RegisterSize)>,
        default: RegisterSize,
        hw_modes: &HwModes,
    ) -> RegisterSizes {
        let of = |mode| said.iter().find(|said| said.0 == mode).map(|said| said.1);
        let default = of(HwModeId::DEFAULT).unwrap_or(default);
        let mut by_mode = IndexVec::from_elem(default, hw_modes.modes());
        for &(mode, size) in &said {
            by_mode[mode] = size;
        }
        let is_same_in_all_modes = said.iter().all(|said| said.0.is_default());
        RegisterSizes { by_mode, is_same_in_all_modes }
    }

    /// The sizes in a mode.
    pub fn get(&self, mode: HwModeId) -> RegisterSize {
        self.by_mode[mode]
    }

    /// The sizes in the default mode.
    pub fn default(&self) -> RegisterSize {
        self.by_mode[HwModeId::DEFAULT]
    }

    /// The sizes, if they are the same in all modes.
    pub fn only(&self) -> Option<RegisterSize> {
        self.is_same_in_all_modes.then(|| self.default())
    }

    /// The order of sizes.
    pub fn order(a: &RegisterSizes, b: &RegisterSizes) -> Ordering {
        a.default().cmp(&b.default())
    }

    /// Whether registers of these sizes can be members of a class with sizes `other`: they are at
    /// least as large, and so are their spill slots, which are aligned for it.
    pub fn fit_into(&self, other: &RegisterSizes) -> bool {
        let (a, b) = (other.default(), self.default());
        a.register <= b.register
            && a.spill <= b.spill
            // Zero is no alignment, but `0.is_multiple_of(0)` would be true.
            && a.spill_alignment != 0
            && b.spill_alignment.is_multiple_of(a.spill_alignment)
    }

    /// Whether a slot to spill it to is larger, or as large and aligned more, than for `other`.
    pub(super) fn has_stricter_spill_than(&self, other: &RegisterSizes) -> bool {
        let (a, b) = (self.default(), other.default());
        (a.spill, a.spill_alignment) > (b.spill, b.spill_alignment)
    }
}
