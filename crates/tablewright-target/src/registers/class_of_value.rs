//! Register classes for pattern values, selected by type and by register or sub-register.
//!
//! In: a type, and a register or a sub-register index. Out: a class.

use std::cmp::Reverse;

use super::index::{RegisterClassId, RegisterId, SubRegIndexId};
use super::register_classes::{RegisterClass, RegisterClasses};
use crate::value_types::ValueType;

impl RegisterClasses {
    /// Returns the smallest class that contains `register` and holds values with type `ty`. Scans
    /// in class order and moves to a later class if it is a sub-class of the current choice.
    pub fn smallest_with(&self, register: RegisterId, ty: ValueType) -> Option<RegisterClassId> {
        let mut best: Option<RegisterClassId> = None;
        for (id, class) in self.iter() {
            let is_smaller = || best.is_none_or(|best| self.get(best).sub_classes.contains(id));
            if class.contains(register) && class.holds_in_some_mode(ty) && is_smaller() {
                best = Some(id);
            }
        }
        best
    }

    /// Returns the largest allocatable class that holds values with type `ty` in all modes and
    /// whose registers all have sub-register `index`. Among equally large classes, the first by
    /// name wins.
    pub fn largest_with_sub_reg(
        &self,
        index: SubRegIndexId,
        ty: ValueType,
    ) -> Option<RegisterClassId> {
        let having = self.iter().filter_map(|(_, class)| class.with_sub_reg(index));
        let fits = having.filter(|&id| {
            let properties = &self.get(id).properties;
            let mut types = properties.value_types.iter();
            properties.is_allocatable && types.any(|of_class| of_class.only() == Some(ty))
        });
        let key = |&id: &RegisterClassId| {
            let class = self.get(id);
            (Reverse(class.members.len()), &*class.name)
        };
        fits.min_by_key(key)
    }
}

impl RegisterClass {
    /// Whether the class holds values with this type in at least one hardware mode.
    fn holds_in_some_mode(&self, ty: ValueType) -> bool {
        let mut choices = self.properties.value_types.iter().flat_map(|types| types.choices());
        choices.any(|&(_, of_mode)| of_mode == ty)
    }
}
