//! Fields of values, including records and classes that are still under construction.

use tablewright_syntax::symbol::Symbol;

use super::{Construction, Prototype};
use crate::eval::heap::{Heap, UNFINISHED};
use crate::ids::{ClassId, RecordId, TypeId};
use crate::types::Type;
use crate::value::{Op, Value, ValueId};
use tablewright_syntax::bang::BangOp;

impl Construction {
    /// Returns a field's type.
    pub(crate) fn field_type(
        &self,
        heap: &mut Heap,
        value: ValueId,
        field: Symbol,
    ) -> Option<TypeId> {
        if let Some(record) = heap.store.values.as_record(value) {
            let shape = heap.store.shape_of(record);
            return shape.slot(field).map(|slot| shape.fields[slot].ty);
        }
        let ty = heap.type_of(value)?;
        let Type::Record(classes) = heap.store.ty(ty) else { return None };
        classes.iter().find_map(|&class| self.class_field_type(heap, class, field))
    }

    fn class_field_type(&self, heap: &Heap, class: ClassId, field: Symbol) -> Option<TypeId> {
        // The store may not have the latest fields in a class that is still being defined.
        if let Some(prototype) = self.iter().find(|p| p.class == Some(class)) {
            return prototype.field(&heap.store, field).map(|(_, decl)| decl.ty);
        }
        let shape = &heap.store.tables.shapes[heap.store.classes.get(class).shape];
        shape.slot(field).map(|slot| shape.fields[slot].ty)
    }

    /// Returns whether `record` is the innermost record under construction.
    #[inline]
    fn is_current(&self, record: RecordId) -> bool {
        self.last().is_some_and(|prototype| prototype.record == Some(record))
    }

    /// Returns a record's field value. The record may be under construction.
    pub(crate) fn record_field(
        &self,
        heap: &Heap,
        record: RecordId,
        field: Symbol,
    ) -> Option<ValueId> {
        let data = &heap.store.tables.records[record];
        if data.first_value == UNFINISHED {
            let slot = heap.store.tables.shapes[data.shape].slot(field)?;
            let prototype = self.iter().find(|p| p.record == Some(record))?;
            return prototype.values.get(slot).copied();
        }
        heap.field_in_row(data, field)
    }

    /// Returns a finished record's field value, if it is concrete.
    #[inline]
    pub(crate) fn known_field(
        &self,
        heap: &Heap,
        value: ValueId,
        field: Symbol,
    ) -> Option<ValueId> {
        let record = heap.store.values.as_record(value)?;
        if self.is_current(record) {
            // `fold_field` reports this self-reference as an error.
            return None;
        }
        let field_value = heap.finished_field(record, field)?;
        (heap.store.values.concrete_flags(field_value) == (true, false)).then_some(field_value)
    }

    /// Returns whether every part of a value is known.
    pub(crate) fn is_concrete(&self, heap: &Heap, value: ValueId) -> bool {
        let (concrete, has_field) = heap.store.values.concrete_flags(value);
        if !concrete || !has_field {
            return concrete;
        }
        let is_concrete = |value| self.is_concrete(heap, value);
        match heap.store.value(value) {
            Value::Field { of, field, .. } => {
                let record = heap.store.values.as_record(of);
                let value = record.and_then(|record| self.record_field(heap, record, field));
                value.is_some_and(is_concrete)
            }
            Value::Bits(bits) => bits.iter().all(is_concrete),
            Value::List(list) => list.elements.iter().copied().all(is_concrete),
            Value::Dag(dag) => {
                is_concrete(dag.operator) && dag.args.iter().all(|a| is_concrete(a.value))
            }
            Value::Op { op: Op::Cond, args, .. } => args.iter().copied().all(is_concrete),
            Value::Unset
            | Value::Refused
            | Value::Bit(_)
            | Value::Int(_)
            | Value::String(_)
            | Value::Code(_)
            | Value::Def(_)
            | Value::AnonymousName(_)
            | Value::Var { .. }
            | Value::VarBit { .. }
            | Value::Instance { .. }
            | Value::Op { .. } => concrete,
        }
    }

    /// Returns whether a value is concrete as a field of `prototype`: a row of bits may keep references to unknown
    /// fields in its own record.
    pub(crate) fn is_concrete_field(
        &self,
        heap: &Heap,
        prototype: &Prototype,
        value: ValueId,
    ) -> bool {
        let Value::Bits(bits) = heap.store.value(value) else {
            return self.is_concrete(heap, value);
        };
        bits.iter().all(|bit| {
            let value = heap.store.value(bit);
            if let Value::VarBit { of, .. } = value {
                let Value::Var { name, .. } = heap.store.value(of) else { return false };
                return prototype.field(&heap.store, name).is_some();
            }
            matches!(value, Value::Var { .. }) || self.is_concrete(heap, bit)
        })
    }

    /// Returns whether a value can be the default of a parameter without an argument: the parts that the reference
    /// checks contain no `?`.
    pub(crate) fn is_complete_value(&self, heap: &Heap, value: ValueId) -> bool {
        let is_complete = |value| self.is_complete_value(heap, value);
        match heap.store.value(value) {
            Value::Unset | Value::Refused => false,
            Value::Bits(bits) => bits.iter().all(is_complete),
            Value::List(list) => list.elements.iter().copied().all(is_complete),
            Value::Op { op, args, .. } => match op {
                // The reference counts these operations as incomplete, whatever their operands are.
                Op::Foldl | Op::Bang(BangOp::IsA | BangOp::Exists) => false,
                Op::Cond => args
                    .chunks_exact(2)
                    .all(|case| is_complete(case[0]) && self.is_concrete(heap, case[1])),
                // For other operations, the reference checks the operands only if there are three.
                Op::Bang(_)
                | Op::Foreach
                | Op::Filter
                | Op::Sort
                | Op::Element
                | Op::Slice
                | Op::ClosedRange => args.len() != 3 || args.iter().copied().all(is_complete),
            },
            Value::Bit(_)
            | Value::Int(_)
            | Value::String(_)
            | Value::Code(_)
            | Value::Dag(_)
            | Value::Def(_)
            | Value::AnonymousName(_)
            | Value::Var { .. }
            | Value::VarBit { .. }
            | Value::Field { .. }
            | Value::Instance { .. } => true,
        }
    }
}
