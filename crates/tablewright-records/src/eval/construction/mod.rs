//! Classes and records under construction, and their fields and types so far.

mod fields;
mod prototype;

use tablewright_syntax::source::Pos;
use tablewright_syntax::symbol::Symbol;

use super::heap::Heap;
use crate::ids::TypeId;
use crate::record::{FieldDecl, PosRow};
use crate::rewind::rewind_fields;
use crate::value::ValueId;

pub(crate) use prototype::{FieldPositions, Prototype};

/// Classes and records under construction, the innermost last. They nest, since a field's value can create an anonymous
/// record.
#[derive(Default)]
pub(crate) struct Construction {
    #[expect(clippy::vec_box, reason = "they move between here and the entries of multiclasses")]
    stack: Vec<Box<Prototype>>,
    /// Unused prototypes, kept for reuse.
    #[expect(clippy::vec_box, reason = "they are used as boxes")]
    spare: Vec<Box<Prototype>>,
}

rewind_fields! {
    #[derive(Debug)]
    pub(crate) struct ConstructionPoint for Construction {
        stack: usize,
        ..spare
    }
}

impl Construction {
    /// Creates a prototype for a class or record.
    pub(crate) fn new_prototype(
        &mut self,
        name: ValueId,
        pos: Pos,
        sequence: u32,
    ) -> Box<Prototype> {
        let fresh = Prototype::new(name, pos, sequence);
        match self.spare.pop() {
            Some(mut spare) => {
                // The vector of values is always filled, so its allocation is kept.
                let mut values = std::mem::take(&mut spare.values);
                values.clear();
                *spare = Prototype { values, ..fresh };
                spare
            }
            None => Box::new(fresh),
        }
    }

    /// Creates a copy of a prototype, which will become a record.
    pub(crate) fn copy_of(&mut self, prototype: &Prototype) -> Box<Prototype> {
        let Some(mut copy) = self.spare.pop() else {
            return Box::new(prototype.clone());
        };
        let (mut values, mut positions) =
            (std::mem::take(&mut copy.values), std::mem::take(&mut copy.positions));
        // `clone_from` keeps the allocations of the spare prototype.
        values.clone_from(&prototype.values);
        positions.clone_from(&prototype.positions);
        *copy = Prototype {
            values,
            positions,
            own_fields: prototype.own_fields.clone(),
            field_positions: prototype.field_positions.clone(),
            assertions: prototype.assertions.clone(),
            dumps: prototype.dumps.clone(),
            history: prototype.history.clone(),
            ..*prototype
        };
        copy
    }

    /// Keeps an unused prototype for reuse.
    pub(crate) fn recycle(&mut self, prototype: Box<Prototype>) {
        self.spare.push(prototype);
    }

    #[inline]
    pub(crate) fn push(&mut self, prototype: Box<Prototype>) {
        self.stack.push(prototype);
    }

    /// Removes the innermost prototype.
    #[inline]
    pub(crate) fn pop(&mut self) -> Box<Prototype> {
        self.stack.pop().expect("a class or record is under construction")
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.stack.is_empty()
    }

    /// Returns the innermost class or record, if any is under construction.
    #[inline]
    pub(crate) fn last(&self) -> Option<&Prototype> {
        self.stack.last().map(|prototype| &**prototype)
    }

    /// Returns the index of the innermost prototype, for [`Self::at`].
    #[inline]
    pub(crate) fn innermost(&self) -> usize {
        self.stack.len() - 1
    }

    #[inline]
    pub(crate) fn at(&self, index: usize) -> &Prototype {
        &self.stack[index]
    }

    #[inline]
    pub(crate) fn at_mut(&mut self, index: usize) -> &mut Prototype {
        &mut self.stack[index]
    }

    /// Iterates over all prototypes, the innermost first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Prototype> {
        self.stack.iter().rev().map(|prototype| &**prototype)
    }

    #[inline]
    pub(crate) fn current(&self) -> &Prototype {
        self.last().expect("a class or record is under construction")
    }

    #[inline]
    pub(crate) fn current_mut(&mut self) -> &mut Prototype {
        self.stack.last_mut().expect("a class or record is under construction")
    }

    pub(crate) fn current_field(&self, heap: &Heap, name: Symbol) -> Option<(usize, FieldDecl)> {
        self.current().field(&heap.store, name)
    }

    /// Moves the own fields of the current prototype into its shape.
    pub(crate) fn fix_shape(&mut self, heap: &mut Heap) {
        let prototype = self.current_mut();
        if prototype.own_fields.as_slice().is_empty() {
            return;
        }
        let own = std::mem::take(&mut prototype.own_fields).into_boxed_slice();
        prototype.shape = heap.shape_with_fields(prototype.shape, own);
    }

    /// Stores the field positions in the shared pool, so that copies of the prototype share them.
    pub(crate) fn fix_positions(&mut self, heap: &mut Heap) -> PosRow {
        let prototype = self.current_mut();
        match &prototype.field_positions {
            FieldPositions::Shared(row) => *row,
            FieldPositions::Own(positions) => {
                let start = u32::try_from(heap.store.tables.field_positions.len());
                let row = PosRow(start.expect("fewer than 2^32 positions"));
                heap.store.tables.field_positions.extend_from_slice(positions);
                prototype.field_positions = FieldPositions::Shared(row);
                row
            }
        }
    }

    /// Declares a field of the current prototype, without a value, and returns its slot. An existing field with this
    /// name keeps its type and loses its value.
    ///
    /// # Errors
    /// Returns the slot and type of the existing field if a missing value does not fit the new type. This happens only
    /// for `bits<n>`, whose missing value is a row of `?`: the reference allows any other new type.
    pub(crate) fn declare_field(
        &mut self,
        heap: &mut Heap,
        decl: FieldDecl,
        pos: Pos,
    ) -> Result<usize, (usize, TypeId)> {
        // For `bits<n>` this is a row of `?`, so that a `let` can set single bits.
        let unset = heap.fit(ValueId::UNSET, decl.ty).expect("`?` suits every type");
        if let Some((slot, old)) = self.current_field(heap, decl.name) {
            let unset = heap.fit(unset, old.ty).ok_or((slot, old.ty))?;
            self.current_mut().values[slot] = unset;
            return Ok(slot);
        }
        let prototype = self.current_mut();
        // The position is added before the value, since there are as many positions as values.
        prototype.own_positions(&heap.store).push(pos);
        prototype.own_fields.push(decl);
        prototype.values.push(unset);
        Ok(prototype.values.len() - 1)
    }
}
