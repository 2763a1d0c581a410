//! The single object that contains the register class tables, and each class's offsets in it.

use rustc_hash::FxHashMap;
use tablewright_index::IndexVec;
use tablewright_target::registers::{RegisterClassId, RegisterClasses, RegisterId};

use super::mc_desc::{byte_count, first_register};
use super::{RegisterAnalyses, RegisterInfoLayout};

/// The object, by the sizes of its arrays.
pub(crate) struct ClassStorage {
    pub(crate) classes: IndexVec<RegisterClassId, StoredClass>,
    /// Total counts for all classes: registers, bytes in bit sets, words in masks, and super-classes.
    pub(crate) totals: StoredClass,
    /// By register, the last class that has it and lies in all found before.
    pub(crate) minimal: IndexVec<RegisterId, Option<RegisterClassId>>,
    /// The masks of super-register classes, in releases that share equal ones.
    pub(crate) shared_masks: Option<SharedMasks>,
}

/// Masks of super-register classes, each stored once behind all masks of sub-classes, and the table of offsets to them.
pub(crate) struct SharedMasks {
    /// The distinct masks.
    pub(crate) masks: Vec<Vec<u32>>,
    /// By class, the positions of its masks in the array of all masks.
    pub(crate) of_classes: IndexVec<RegisterClassId, Vec<usize>>,
    /// By class, the index of its first entry in the offset table.
    pub(crate) starts: IndexVec<RegisterClassId, usize>,
    /// Number of entries in the offset table.
    pub(crate) count: usize,
}

impl SharedMasks {
    fn new(classes: &RegisterClasses) -> SharedMasks {
        let words = classes.len().div_ceil(32);
        let mut shared = SharedMasks {
            masks: Vec::new(),
            of_classes: IndexVec::with_capacity(classes.len()),
            starts: IndexVec::with_capacity(classes.len()),
            count: 0,
        };
        let mut positions = FxHashMap::default();
        for (_, class) in classes.iter() {
            shared.starts.push(shared.count);
            shared.count += class.super_reg_classes.len();
            let masks = class.super_reg_classes.iter().map(|(_, set)| {
                let mask: Vec<u32> = set.words32(classes.len()).collect();
                let next = words * (classes.len() + shared.masks.len());
                *positions.entry(mask.clone()).or_insert_with(|| {
                    shared.masks.push(mask);
                    next
                })
            });
            let masks = masks.collect();
            shared.of_classes.push(masks);
        }
        shared
    }
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
        shares_masks: bool,
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
            next.bytes += byte_count(order, first_register(order, shares_masks));
            next.masks += words;
            if !shares_masks {
                next.masks += words * class.super_reg_classes.len();
            }
            next.super_classes += class.super_classes.len();
        }
        let shared_masks = shares_masks.then(|| SharedMasks::new(analyses.classes));
        if let Some(shared) = &shared_masks {
            next.masks += words * shared.masks.len();
        }
        let minimal = |register| minimal_class(analyses.classes, register);
        let minimal = analyses.registers.ids().map(minimal).collect();
        Some(ClassStorage { classes, totals: next, minimal, shared_masks })
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
