//! Base classes of registers: for each register, the first class that contains it, in `BaseClassOrder`.

use tablewright_index::IndexVec;
use tablewright_target::registers::{RegisterClassId, RegisterId};

use super::RegisterAnalyses;

/// By register, its base class.
pub(crate) struct RegisterInfoBaseClasses {
    pub(crate) of_register: IndexVec<RegisterId, Option<RegisterClassId>>,
}

impl RegisterInfoBaseClasses {
    /// Builds the map from registers to their base class in `base_classes`; `None` if there are none.
    pub(super) fn new(
        analyses: &RegisterAnalyses<'_>,
        base_classes: &[RegisterClassId],
    ) -> Option<RegisterInfoBaseClasses> {
        if base_classes.is_empty() {
            return None;
        }
        let base_class = |register| {
            let has = |&class: &RegisterClassId| analyses.classes.get(class).contains(register);
            base_classes.iter().copied().find(has)
        };
        Some(RegisterInfoBaseClasses {
            of_register: analyses.registers.ids().map(base_class).collect(),
        })
    }
}
