//! Inheriting a class: its fields, superclasses, assertions and dumps, with arguments substituted for parameters.

use std::sync::Arc;

use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::source::Span;

use crate::eval::budget::ELEMENTS_PER_STEP;
use crate::eval::construction::FieldPositions;
use crate::eval::definitions::ParamOwner;
use crate::eval::heap::Inherited;
use crate::eval::lower::ClassParent;
use crate::eval::{Eval, Evaluator, Reported};
use crate::ids::{ClassId, ShapeId, TypeId};
use crate::value::ValueId;

impl Evaluator {
    /// Lets the innermost prototype inherit a class.
    pub(crate) fn inherit(&mut self, parent: &ClassParent) -> Eval<()> {
        let &ClassParent { class, ref args, span: at, site } = parent;
        let own = self.construction.current().class;
        if own.is_some_and(|own| self.heap.store.classes.is_or_inherits(class, own)) {
            let name = self.heap.store.class(class).name().to_owned();
            let pos = self.heap.store.class(class).pos();
            let message = format!("class inherits from itself through '{name}'");
            let error = self.reports.begin_error(Code::CyclicInheritance, at, message);
            return Err(error.label(pos, format!("'{name}' is defined here")).into());
        }
        let bound = self.bind_args(ParamOwner::Class(class), args, at)?;
        let inherited = self.inherit_fields(class, at)?;
        let shape = &self.heap.store.tables.shapes[inherited.shape];
        let steps = 1 + (shape.fields.len() + shape.supers.len()) / ELEMENTS_PER_STEP;
        self.spend(steps as u64)?;
        let data = self.heap.store.classes.get(class);
        let prototype = self.construction.current_mut();
        prototype.assertions.extend_from_slice(&data.assertions);
        prototype.dumps.extend_from_slice(&data.dumps);
        // `NAME` in a class is the name of the record that inherits from it. In a subclass, it is replaced by the
        // subclass's `NAME`.
        let name = match prototype.class {
            Some(own) => {
                let own = self.heap.store.classes.get(own).name_param;
                self.heap.store.values.var(own, TypeId::STRING)
            }
            None => prototype.name,
        };
        let name_param = self.heap.store.classes.get(class).name_param;
        let outer = self.resolver.push_bindings(
            &self.heap.store.values,
            bound.iter().copied().chain([(name_param, name)]),
        );
        let traced = self.trace_inheritance(class, site, &bound, inherited.slots.as_deref());
        self.resolve_inherited(&inherited.param_slots)?;
        self.trace_arguments(traced);
        self.resolver.pop(outer);
        if let Some(own) = self.construction.current().class {
            // Conversions to the class being defined require its superclasses.
            let supers = self.construction.current().supers(&self.heap.store).into();
            self.heap.store.classes.get_mut(own).supers = supers;
        }
        Ok(())
    }

    /// Adds the fields and superclasses of `class`, with the values from the class.
    pub(super) fn inherit_fields(&mut self, class: ClassId, at: Span) -> Eval<Arc<Inherited>> {
        self.construction.fix_shape(&mut self.heap);
        let shape = self.construction.current().shape;
        let inherited = self.inherited_shape(shape, class, at)?;
        let data = self.heap.store.classes.get(class);
        let prototype = self.construction.current_mut();
        let before = prototype.values.len();
        prototype.shape = inherited.shape;
        let Some(slots) = &inherited.slots else {
            // Without earlier fields the result is a copy of the class's fields, so it can share the positions.
            prototype.values.clear();
            prototype.values.extend_from_slice(&data.values);
            prototype.field_positions = FieldPositions::Shared(data.field_positions);
            return Ok(inherited);
        };
        let row = data.field_positions.0 as usize;
        // The positions come before the values: `own_positions` copies a position for each existing value.
        let has_new = slots.iter().any(|&slot| slot as usize >= before);
        if has_new {
            let positions = prototype.own_positions(&self.heap.store);
            let set_at = &self.heap.store.tables.field_positions[row..];
            let new = slots.iter().zip(set_at).filter(|(slot, _)| **slot as usize >= before);
            positions.extend(new.map(|(_, pos)| pos));
        }
        for (i, &slot) in slots.iter().enumerate() {
            // The class is looked up each time, since setting a field may add values to the heap.
            let value = self.heap.store.classes.get(class).values[i];
            if (slot as usize) < before {
                self.redefine(slot as usize, value, at)?;
            } else {
                self.construction.current_mut().values.push(value);
            }
        }
        Ok(inherited)
    }

    /// Sets an inherited field to the value from a later parent.
    fn redefine(&mut self, slot: usize, value: ValueId, at: Span) -> Eval<()> {
        let prototype = self.construction.current();
        let decl = prototype.decl(&self.heap.store, slot);
        if self.heap.is_plainly(value, decl.ty) {
            self.construction.current_mut().values[slot] = value;
            return Ok(());
        }
        match self.heap.fit(value, decl.ty) {
            Some(value) => {
                self.construction.current_mut().values[slot] = value;
                Ok(())
            }
            None if self.value_lacks_fields(value) => Err(Reported),
            None => {
                // `?` would fit, so the value has a type.
                let new = self.heap.type_of(value).unwrap_or(decl.ty);
                let first = self.construction.current().field_pos(&self.heap.store, slot);
                Err(self.incompatible_redefinition(at, decl.name, (decl.ty, first), new))
            }
        }
    }

    fn inherited_shape(
        &mut self,
        shape: ShapeId,
        class: ClassId,
        at: Span,
    ) -> Eval<Arc<Inherited>> {
        if let Some(inherited) = self.heap.shapes.inherited(shape, class) {
            return Ok(inherited);
        }
        let inherited = match self.heap.inherit_shape(shape, class) {
            Ok(inherited) => Arc::new(inherited),
            Err(message) => {
                return Err(self.reports.error(Code::RepeatedParent, at, message));
            }
        };
        // A class that is being defined has another shape later, so its shape is not stored.
        if self.construction.iter().all(|p| p.class != Some(class)) {
            self.heap.shapes.remember(shape, class, &inherited);
        }
        Ok(inherited)
    }
}
