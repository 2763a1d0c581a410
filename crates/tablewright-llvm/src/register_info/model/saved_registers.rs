//! Lists of call-preserved registers, and class categories with their functions.

use tablewright_records::{FieldError, RecordStore};
use tablewright_target::registers::{CalleeSaved, RegisterClassId, RegisterId};

use super::{RegisterAnalyses, RegisterInfoLayout};

/// Call-preserved register lists, and register categories.
pub(crate) struct SavedLists<'s> {
    pub(crate) lists: Vec<SavedList<'s>>,
    pub(crate) categories: Vec<SavedRegisterCategory>,
}

/// A call-preserved register list.
pub(crate) struct SavedList<'s> {
    pub(crate) name: &'s str,
    /// The registers that are saved, in order.
    pub(crate) save_list: &'s [RegisterId],
    /// All registers that are preserved, as bits by their numbers.
    pub(crate) mask: Vec<u32>,
}

/// Classes, and the function that tests whether a register is in any of them.
pub(crate) struct SavedRegisterCategory {
    pub(crate) function: &'static str,
    /// Function that tests whether a class is inside a category class, if there is such a function.
    pub(crate) class_function: Option<&'static str>,
    pub(crate) classes: Vec<RegisterClassId>,
}

/// The records of class `RegisterCategory` that have functions, with that for registers and, since there
/// are several files, that for classes.
const CATEGORIES: [(&str, &str, Option<&str>); 3] = [
    ("GeneralPurposeRegisters", "isGeneralPurposeRegister", Some("isGeneralPurposeRegisterClass")),
    ("FixedRegisters", "isFixedRegister", None),
    ("ArgumentRegisters", "isArgumentRegister", None),
];

impl<'s> SavedLists<'s> {
    pub(super) fn collect(
        store: &'s RecordStore,
        analyses: &RegisterAnalyses<'s>,
        saved: &'s CalleeSaved,
        layout: RegisterInfoLayout,
    ) -> Result<SavedLists<'s>, FieldError> {
        let mut lists = Vec::with_capacity(saved.lists.len());
        for list in &saved.lists {
            // Register numbers begin at 1: the first bit belongs to `NoRegister`.
            let mut mask = vec![0; (analyses.registers.len() + 1).div_ceil(32)];
            for register in list.preserved.iter() {
                mask[register.number() as usize / 32] |= 1 << (register.number() % 32);
            }
            let name = store.record(list.record).name();
            lists.push(SavedList { name, save_list: &list.save_list, mask });
        }
        let mut categories = Vec::new();
        for (name, function, class_function) in CATEGORIES {
            let classes = analyses.classes.for_category(store, name)?;
            let class_function = match layout {
                RegisterInfoLayout::OneFile => None,
                RegisterInfoLayout::FiveFiles | RegisterInfoLayout::OneStorage => class_function,
            };
            categories.push(SavedRegisterCategory { function, class_function, classes });
        }
        Ok(SavedLists { lists, categories })
    }
}
