//! A cache for constraints and interfaces shared by operations: each is read once.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use tablewright_records::{FieldError, Record, RecordId};

use crate::model::{AttributeConstraint, Interface, ValueConstraint};
use crate::record_views::constraint::{AttrRecord, TypeConstraintRecord};
use crate::record_views::interface::InterfaceRecord;

/// The constraints and interfaces read until now, by record. Thousands of operations use the same few.
#[derive(Default)]
pub(crate) struct ElementMemo<'s> {
    values: FxHashMap<RecordId, Arc<ValueConstraint<'s>>>,
    attributes: FxHashMap<RecordId, Arc<AttributeConstraint<'s>>>,
    interfaces: FxHashMap<RecordId, Arc<Interface<'s>>>,
}

impl<'s> ElementMemo<'s> {
    /// Returns the constraint on an operand or a result.
    pub(crate) fn value(
        &mut self,
        record: TypeConstraintRecord<'s>,
    ) -> Result<Arc<ValueConstraint<'s>>, FieldError> {
        read_once(&mut self.values, record.into(), || ValueConstraint::read(record))
    }

    /// Returns an attribute constraint.
    pub(crate) fn attribute(
        &mut self,
        record: AttrRecord<'s>,
    ) -> Result<Arc<AttributeConstraint<'s>>, FieldError> {
        read_once(&mut self.attributes, record.into(), || AttributeConstraint::read(record))
    }

    /// Returns a trait's interface.
    pub(crate) fn interface(
        &mut self,
        record: InterfaceRecord<'s>,
    ) -> Result<Arc<Interface<'s>>, FieldError> {
        read_once(&mut self.interfaces, record.into(), || Interface::read_one(record))
    }
}

fn read_once<'s, T>(
    memo: &mut FxHashMap<RecordId, Arc<T>>,
    record: Record<'s>,
    read: impl FnOnce() -> Result<T, FieldError>,
) -> Result<Arc<T>, FieldError> {
    if let Some(read) = memo.get(&record.id()) {
        return Ok(Arc::clone(read));
    }
    let read = Arc::new(read()?);
    memo.insert(record.id(), Arc::clone(&read));
    Ok(read)
}
