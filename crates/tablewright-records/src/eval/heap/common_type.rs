//! Common types of several types or values.

use crate::eval::heap::Heap;
use crate::ids::{ClassId, TypeId};
use crate::types::Type;
use crate::value::ValueId;

impl Heap {
    /// Returns the most special type to which both types can be converted. `None` if there is none.
    pub(crate) fn common_type(&mut self, a: TypeId, b: TypeId) -> Option<TypeId> {
        if a == b {
            return Some(a);
        }
        if let (Type::Record(of_a), Type::Record(_)) = (self.store.ty(a), self.store.ty(b)) {
            let of_a = of_a.to_vec();
            return Some(self.common_record_type(of_a, b));
        }
        if self.store.is_convertible(a, b) {
            // If each type converts to the other (`int` and `bits<n>`), the result is the second type, as in the
            // reference.
            return Some(b);
        }
        if self.store.is_convertible(b, a) {
            return Some(a);
        }
        match (self.store.ty(a), self.store.ty(b)) {
            (Type::List(a), Type::List(b)) => {
                let element = self.common_type(a, b)?;
                Some(self.store.types.list(element))
            }
            _ => None,
        }
    }

    /// Returns the common type of all `values`. Values without a type are ignored.
    ///
    /// # Errors
    ///
    /// Returns the first two types without a common type.
    pub(crate) fn common_type_of(
        &mut self,
        values: impl IntoIterator<Item = ValueId>,
    ) -> Result<Option<TypeId>, [TypeId; 2]> {
        let mut common: Option<TypeId> = None;
        for value in values {
            let Some(ty) = self.type_of(value) else { continue };
            common = Some(match common {
                None => ty,
                Some(so_far) => self.common_type(so_far, ty).ok_or([so_far, ty])?,
            });
        }
        Ok(common)
    }

    /// Returns the record type of the most special classes from which both types inherit.
    fn common_record_type(&mut self, classes: Vec<ClassId>, other: TypeId) -> TypeId {
        let mut common: Vec<ClassId> = Vec::new();
        let mut pending = classes;
        while let Some(class) = pending.pop() {
            let ty = self.class_type(class);
            if self.store.is_convertible(other, ty) {
                if !common.contains(&class) {
                    common.push(class);
                }
            } else {
                // The search order does not matter: `record_type` sorts the classes.
                let supers = self.store.classes.get(class).supers.clone();
                pending.extend(self.store.classes.direct(&supers));
            }
        }
        self.record_type(common)
    }
}
