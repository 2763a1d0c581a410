//! Table of the shapes shared by records and classes.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::Heap;
use crate::ids::{ClassId, ShapeId, TypeId};
use crate::record::{FieldDecl, Shape};
use crate::release::Feature;

/// Shapes derived from another shape, by inheriting from a class or by additional fields.
#[derive(Clone, Default)]
pub(crate) struct ShapeTable {
    by_parent: FxHashMap<(ShapeId, ClassId), Arc<Inherited>>,
    by_fields: FxHashMap<(ShapeId, Box<[FieldDecl]>), ShapeId>,
    /// Approximate memory for shapes and for classes with their fields, in bytes.
    pub(crate) bytes: usize,
}

/// Bytes for a field of a class: its declaration, value and position.
const FIELD_BYTES: usize = 48;

/// Bytes for a superclass in the lists of a class and its shape.
const SUPERCLASS_BYTES: usize = 16;

impl ShapeTable {
    /// Removes the entries for a class that was declared and is now defined: inheriting from it adds its fields from
    /// now on.
    pub(crate) fn forget_parent(&mut self, class: ClassId) {
        self.by_parent.retain(|(_, parent), _| *parent != class);
    }

    /// Removes entries with shapes or classes from these indices on.
    pub(super) fn truncate(&mut self, shapes: usize, classes: usize) {
        let stays = |shape: ShapeId| shape.index() < shapes;
        self.by_parent.retain(|&(shape, class), inherited| {
            stays(shape) && class.index() < classes && stays(inherited.shape)
        });
        self.by_fields.retain(|_, shape| stays(*shape));
    }

    /// Returns the [remembered](Self::remember) result of inheriting from `class`.
    pub(crate) fn inherited(&self, shape: ShapeId, class: ClassId) -> Option<Arc<Inherited>> {
        self.by_parent.get(&(shape, class)).map(Arc::clone)
    }

    pub(crate) fn remember(&mut self, shape: ShapeId, class: ClassId, inherited: &Arc<Inherited>) {
        self.by_parent.insert((shape, class), Arc::clone(inherited));
    }
}

/// The result of inheriting from a class, for a shape.
pub(crate) struct Inherited {
    pub(crate) shape: ShapeId,
    /// For each field of the class, its slot in `shape`. `None` if there were no fields before, so that each field has
    /// the same slot as in the class.
    pub(crate) slots: Option<Vec<u32>>,
    /// Slots in `shape` of the values that may mention the class's parameters, in increasing order.
    pub(crate) param_slots: Vec<u32>,
}

impl Heap {
    /// Returns the type of a class's records.
    pub(crate) fn class_type(&self, class: ClassId) -> TypeId {
        self.store.classes.get(class).ty
    }

    /// Returns the record type for classes in any order. No class inherits from another one.
    pub(super) fn record_type(&mut self, mut classes: Vec<ClassId>) -> TypeId {
        let store = &self.store;
        // The classes are sorted by name, so that equal sets are equal types. Types are printed in this order too.
        classes.sort_unstable_by_key(|&c| store.str(store.classes.get(c).name));
        self.store.types.record(&classes)
    }

    fn add_shape(&mut self, fields: Vec<FieldDecl>, supers: Vec<ClassId>) -> ShapeId {
        self.shapes.bytes += fields.len() * FIELD_BYTES + supers.len() * SUPERCLASS_BYTES;
        let direct = self.store.classes.direct(&supers);
        let ty = self.record_type(direct);
        self.store.tables.shapes.push(Shape::new(fields, supers, ty))
    }

    /// Returns the shape with the fields of `base` followed by these fields.
    pub(crate) fn shape_with_fields(&mut self, base: ShapeId, own: Box<[FieldDecl]>) -> ShapeId {
        let key = (base, own);
        if let Some(&id) = self.shapes.by_fields.get(&key) {
            return id;
        }
        let base = &self.store.tables.shapes[base];
        let fields = base.fields.iter().chain(&key.1).copied().collect();
        let supers = base.supers.to_vec();
        let id = self.add_shape(fields, supers);
        self.shapes.by_fields.insert(key, id);
        id
    }

    /// Returns the shape after inheriting from `class`.
    ///
    /// # Errors
    ///
    /// Returns the message if the class cannot be inherited.
    pub(crate) fn inherit_shape(
        &mut self,
        shape: ShapeId,
        class: ClassId,
    ) -> Result<Inherited, String> {
        let data = self.store.classes.get(class);
        let base = &self.store.tables.shapes[shape];
        let all = data.supers.iter().copied().chain(std::iter::once(class));
        let mut twice = all.clone().filter(|class| base.supers.contains(class)).peekable();
        if let Some(&first) = twice.peek() {
            let is_direct = twice.any(|twice| twice == class);
            let through_others =
                self.answers.has(self.store.release(), Feature::DiamondInheritance);
            if is_direct || !through_others {
                let named = if through_others { class } else { first };
                // The reference's message ends with this line break too.
                return Err(format!("Already subclass of '{}'!\n", self.store.class(named).name()));
            }
        }
        // A class's superclasses precede it, even if they also occur elsewhere.
        let supers = base.supers.iter().copied().chain(all).collect();
        let mut fields = base.fields.to_vec();
        let mut slots = Vec::new();
        for decl in &self.store.tables.shapes[data.shape].fields {
            let slot = base.slot(decl.name).unwrap_or_else(|| {
                fields.push(*decl);
                fields.len() - 1
            });
            slots.push(slot as u32);
        }
        let mut param_slots: Vec<u32> =
            data.param_slots.iter().map(|&slot| slots[slot as usize]).collect();
        // Fields are resolved in slot order, which affects the anonymous record numbers.
        param_slots.sort_unstable();
        let slots = (!base.fields.is_empty()).then_some(slots);
        Ok(Inherited { shape: self.add_shape(fields, supers), slots, param_slots })
    }
}
