//! Fields of values, and the type that two types have in common.

use tablewright_syntax::symbol::Symbol;

use super::{Eval, Evaluator};
use crate::ids::{ClassId, TypeId};
use crate::types::Type;
use crate::value::ValueId;

impl Evaluator {
    /// The type of a field of a value.
    pub(crate) fn field_type(&mut self, value: ValueId, field: Symbol) -> Option<TypeId> {
        if let Some(record) = self.store.values.as_record(value) {
            let shape = self.store.shape_of(record);
            return shape.slot(field).map(|slot| shape.fields[slot].ty);
        }
        let ty = self.type_of(value)?;
        let Type::Record(classes) = self.store.ty(ty) else { return None };
        classes.iter().find_map(|&class| self.class_field_type(class, field))
    }

    fn class_field_type(&self, class: ClassId, field: Symbol) -> Option<TypeId> {
        if let Some(building) = self.building.iter().rev().find(|b| b.class == Some(class)) {
            return building.field(&self.store, field).map(|(_, decl)| decl.ty);
        }
        let shape = &self.store.shapes[self.store.classes.get(class).shape.index()];
        shape.slot(field).map(|slot| shape.fields[slot].ty)
    }

    /// A field of a record that is finished, if it is concrete.
    pub(crate) fn known_field(&self, value: ValueId, field: Symbol) -> Option<ValueId> {
        let record = self.store.values.as_record(value)?;
        if self.building.last().is_some_and(|b| b.record == Some(record)) {
            return None;
        }
        let found = self.finished_field(record, field)?;
        (self.store.values.concrete_flags(found) == (true, false)).then_some(found)
    }

    /// A field of a value: its value, where the record is known and the field concrete.
    pub(crate) fn fold_field(
        &mut self,
        value: ValueId,
        field: Symbol,
        ty: TypeId,
    ) -> Eval<ValueId> {
        if let Some(record) = self.store.values.as_record(value) {
            if self.building.last().is_some_and(|b| b.record == Some(record)) {
                let message = format!(
                    "Attempting to access field '{}' of '{}' is a forbidden self-reference",
                    self.str(field),
                    self.store.value_text(value),
                );
                return Err(self.error_here(message));
            }
            if let Some(found) = self.record_field(record, field)
                && self.is_concrete(found)
            {
                return Ok(found);
            }
            let ty = self.field_type(value, field).unwrap_or(ty);
            return Ok(self.store.values.field(value, field, ty));
        }
        Ok(self.store.values.field(value, field, ty))
    }

    /// The most special type that both are, or can be converted to; none if there is none.
    pub(crate) fn common_type(&mut self, a: TypeId, b: TypeId) -> Option<TypeId> {
        if a == b {
            return Some(a);
        }
        if let (Type::Record(of_a), Type::Record(_)) = (self.store.ty(a), self.store.ty(b)) {
            let of_a = of_a.to_vec();
            return Some(self.common_record_type(of_a, b));
        }
        if self.store.is_convertible(a, b) {
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

    /// The type that all of `values` have in common, those without a type left out; the two types
    /// that have none in common, if there are such.
    pub(crate) fn common_type_of(
        &mut self,
        values: impl IntoIterator<Item = ValueId>,
    ) -> Result<Option<TypeId>, (TypeId, TypeId)> {
        let mut common: Option<TypeId> = None;
        for value in values {
            let Some(ty) = self.type_of(value) else { continue };
            common = Some(match common {
                None => ty,
                Some(so_far) => self.common_type(so_far, ty).ok_or((so_far, ty))?,
            });
        }
        Ok(common)
    }

    /// The classes that both record types inherit from, the most special ones.
    fn common_record_type(&mut self, classes: Vec<ClassId>, other: TypeId) -> TypeId {
        let mut common: Vec<ClassId> = Vec::new();
        let mut rest = classes;
        while let Some(class) = rest.pop() {
            let ty = self.class_type(class);
            if self.store.is_convertible(other, ty) {
                if !common.contains(&class) {
                    common.push(class);
                }
            } else {
                let supers = self.store.classes.get(class).supers.clone();
                rest.extend(self.store.classes.direct(&supers));
            }
        }
        self.record_type(common)
    }
}
