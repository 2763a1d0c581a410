//! The single object that contains the register class tables, and each class's offsets in it.

use tablewright_index::IndexVec;
use tablewright_target::registers::{RegisterClassId, RegisterClasses, RegisterId};

use super::{RegisterAnalyses, RegisterInfoLayout};

/// The object, by the sizes of its arrays.
pub(crate) struct ClassStorage {
    pub(crate) classes: IndexVec<RegisterClassId, StoredClass>,
    /// Total counts for all classes: registers, bytes in bit sets, words in masks, and super-classes.
    pub(crate) totals: StoredClass,
    /// By register, the last class that has it and lies in all found before.
    pub(crate) minimal: IndexVec<RegisterId, Option<RegisterClassId>>,
}

/// Start offsets for the parts of a class.
#[derive(Clone, Copy, Default)]
pub(crate) struct StoredClass {
    pub(crate) registers: usize,
    pub(crate) bytes: usize,
    pub(crate) masks: usize,
    pub(crate) super_classes: usize,
}

impl ClassStorage {
    /// Builds the object; `None` if each class has its own arrays.
    pub(super) fn collect(
        analyses: &RegisterAnalyses<'_>,
        layout: RegisterInfoLayout,
    ) -> Option<ClassStorage> {
        match layout {
            RegisterInfoLayout::OneFile | RegisterInfoLayout::FiveFiles => return None,
            RegisterInfoLayout::OneStorage => {}
        }
        let mut classes = IndexVec::with_capacity(analyses.classes.len());
        let mut next = StoredClass::default();
        let words = analyses.classes.len().div_ceil(32);
        for (_, class) in analyses.classes.iter() {
            classes.push(next);
            let order = class.allocation_order();
            next.registers += order.len();
            let greatest = order.iter().map(|register| register.number()).max();
            next.bytes += greatest.map_or(0, |greatest| greatest as usize / 8 + 1);
            next.masks += words * (1 + class.super_reg_classes.len());
            next.super_classes += class.super_classes.len();
        }
        let minimal = |register| minimal_class(analyses.classes, register);
        let minimal = analyses.registers.ids().map(minimal).collect();
        Some(ClassStorage { classes, totals: next, minimal })
    }
}

fn minimal_class(classes: &RegisterClasses, register: RegisterId) -> Option<RegisterClassId> {
    let mut best: Option<RegisterClassId> = None;
    for (id, class) in classes.iter() {
        let lies_in = |best| classes.get(best).sub_classes.contains(id);
        if class.contains(register) && best.is_none_or(lies_in) {
            best = Some(id);
        }
    }
    best
}
