//! The one object that holds the tables of register classes: where the parts of each class begin in it.

use tablewright_index::IndexVec;
use tablewright_records::{FieldError, RecordStore, RecordView};
use tablewright_syntax::diagnostic::Code;
use tablewright_target::record_views::register::RegisterClassRecord;
use tablewright_target::registers::{RegisterClassId, RegisterId};

use super::{Layout, RegisterAnalyses};

/// The object, by the sizes of its arrays.
pub(crate) struct ClassStorage {
    pub(crate) classes: IndexVec<RegisterClassId, StoredClass>,
    /// How many registers, bytes of bit sets, words of masks and super-classes all classes have.
    pub(crate) totals: StoredClass,
    /// By register, the last class that has it and lies in all found before.
    pub(crate) minimal: IndexVec<RegisterId, Option<RegisterClassId>>,
}

/// Where the parts of a class begin.
#[derive(Clone, Copy, Default)]
pub(crate) struct StoredClass {
    pub(crate) registers: usize,
    pub(crate) bytes: usize,
    pub(crate) masks: usize,
    pub(crate) super_classes: usize,
    /// The number of the stack that its registers are spilled to.
    pub(crate) spill_stack: u8,
}

impl ClassStorage {
    /// The object; `None` where each class has its own arrays.
    pub(super) fn collect(
        store: &RecordStore,
        analyses: &RegisterAnalyses<'_>,
        layout: Layout,
    ) -> Result<Option<ClassStorage>, FieldError> {
        match layout {
            Layout::OneFile | Layout::FiveFiles => return Ok(None),
            Layout::OneStorage => {}
        }
        let mut classes = IndexVec::with_capacity(analyses.classes.len());
        let mut next = StoredClass::default();
        let words = analyses.classes.len().div_ceil(32);
        for (_, class) in analyses.classes.iter() {
            let spill_stack = match class.record {
                Some(record) => spill_stack(RegisterClassRecord::new(store.record(record)))?,
                None => 0,
            };
            classes.push(StoredClass { spill_stack, ..next });
            let order = class.allocation_order();
            next.registers += order.len();
            let greatest = order.iter().map(|register| register.number()).max();
            next.bytes += greatest.map_or(0, |greatest| greatest as usize / 8 + 1);
            next.masks += words * (1 + class.super_reg_classes.len());
            next.super_classes += class.super_classes.len();
        }
        let minimal = |register| {
            let mut best: Option<RegisterClassId> = None;
            for (id, class) in analyses.classes.iter() {
                let lies_in = |best| analyses.classes.get(best).sub_classes.contains(id);
                if class.contains(register) && best.is_none_or(lies_in) {
                    best = Some(id);
                }
            }
            best
        };
        let minimal = analyses.registers.ids().map(minimal).collect();
        Ok(Some(ClassStorage { classes, totals: next, minimal }))
    }
}

fn spill_stack(class: RegisterClassRecord<'_>) -> Result<u8, FieldError> {
    u8::try_from(class.spill_stack_id()?)
        .map_err(|_| FieldError::new(Code::Registers, *class, "SpillStackID out of range [0,255]"))
}
