//! Tables from a class and a sub-register index to a class.

use tablewright_target::registers::{RegisterClassId, SubRegIndexId, SubRegisterClasses};

use super::RegisterAnalyses;
use crate::support::unsigned_width::UnsignedWidth;

/// The tables, which have a class or none for each class and sub-register index.
pub(crate) struct SubRegisterTables {
    /// The largest class whose members are members of the class and have such a sub-register.
    pub(crate) with_sub_reg: SubRegisterClassTable,
    /// The class that such sub-registers of the members are in.
    pub(crate) of_sub_regs: SubRegisterClassTable,
    /// Class number width, for the number plus one.
    pub(crate) width: UnsignedWidth,
}

/// A class or none, for each class and sub-register index.
pub(crate) struct SubRegisterClassTable {
    indices: usize,
    classes: Vec<Option<RegisterClassId>>,
}

impl SubRegisterClassTable {
    /// Returns the row of a class, by sub-register index.
    pub(crate) fn row(&self, class: RegisterClassId) -> &[Option<RegisterClassId>] {
        let start = class.index() * self.indices;
        &self.classes[start..start + self.indices]
    }

    fn new(
        analyses: &RegisterAnalyses<'_>,
        class_of: impl Fn(RegisterClassId, SubRegIndexId) -> Option<RegisterClassId>,
    ) -> SubRegisterClassTable {
        let indices = analyses.indices.len();
        let mut classes = Vec::with_capacity(analyses.classes.len() * indices);
        for (class, _) in analyses.classes.iter() {
            classes.extend(analyses.indices.ids().map(|index| class_of(class, index)));
        }
        SubRegisterClassTable { indices, classes }
    }
}

impl SubRegisterTables {
    /// Creates the tables.
    pub(super) fn new(analyses: &RegisterAnalyses<'_>) -> SubRegisterTables {
        let classes = analyses.classes;
        let sub_classes = SubRegisterClasses::new(classes, analyses.indices.len());
        SubRegisterTables {
            with_sub_reg: SubRegisterClassTable::new(analyses, |class, index| {
                classes.get(class).with_sub_reg(index)
            }),
            of_sub_regs: SubRegisterClassTable::new(analyses, |class, index| {
                sub_classes.get(class, index)
            }),
            width: UnsignedWidth::new(classes.len()),
        }
    }
}
