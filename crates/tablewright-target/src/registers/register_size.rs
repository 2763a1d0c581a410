//! What room registers take, by mode of the hardware.

use std::cmp::Ordering;

use tablewright_index::IndexVec;
use tablewright_records::{FieldError, Record};

use crate::hw_modes::{HwModeId, HwModes};

/// What room a register takes, in bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct RegisterSize {
    /// The size of the register.
    pub register: u32,
    /// The size of a slot on the stack to spill it to.
    pub spill: u32,
    /// How the slot is aligned.
    pub spill_alignment: u32,
}

impl RegisterSize {
    pub(super) fn of(record: Record<'_>) -> Result<RegisterSize, FieldError> {
        // Bits past the 32nd are none of a size.
        Ok(RegisterSize {
            register: record.int("RegSize")? as u32,
            spill: record.int("SpillSize")? as u32,
            spill_alignment: record.int("SpillAlignment")? as u32,
        })
    }
}

/// What room a register takes in each mode. Classes are compared as they are in the default mode.
#[derive(Clone, Debug)]
pub struct RegisterSizes {
    /// By mode, the default mode first.
    by_mode: IndexVec<HwModeId, RegisterSize>,
    is_same_in_all_modes: bool,
}

impl RegisterSizes {
    /// What is said of some modes; of the others, the default mode holds, which is `default` unless
    /// something else is said of it.
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

    /// What room a register takes in a mode.
    pub fn get(&self, mode: HwModeId) -> RegisterSize {
        self.by_mode[mode]
    }

    /// What room a register takes where no mode holds.
    pub fn default(&self) -> RegisterSize {
        self.by_mode[HwModeId::DEFAULT]
    }

    /// What room a register takes, if nothing is said of modes.
    pub fn only(&self) -> Option<RegisterSize> {
        self.is_same_in_all_modes.then(|| self.default())
    }

    /// The order of sizes.
    pub fn order(a: &RegisterSizes, b: &RegisterSizes) -> Ordering {
        a.default().cmp(&b.default())
    }

    /// Whether what is so large can be kept where what is as large as `other` is kept.
    pub fn fit_into(&self, other: &RegisterSizes) -> bool {
        let (a, b) = (other.default(), self.default());
        a.register <= b.register
            && a.spill <= b.spill
            && a.spill_alignment != 0
            && b.spill_alignment.is_multiple_of(a.spill_alignment)
    }

    /// Whether a slot to spill it to is larger, or as large and aligned more, than for `other`.
    pub(super) fn has_stricter_spill_than(&self, other: &RegisterSizes) -> bool {
        let (a, b) = (self.default(), other.default());
        (a.spill, a.spill_alignment) > (b.spill, b.spill_alignment)
    }
}
