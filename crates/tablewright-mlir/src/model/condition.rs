//! Conditions that refer to named constraints.

use rustc_hash::FxHashMap;
use tablewright_records::{FieldError, Record, RecordId, RecordStore, RecordView};

use super::{Constraint, Predicate};
use crate::record_views::constraint::{ConstraintRecord, TypeConstraintRecord};

/// A condition as the description builds it: a [`Predicate`] that may contain constraint names.
///
/// `AnyTypeOf<[I32, F32]>` is `Or([Leaf(Constraint("I32")), Leaf(Constraint("F32"))])`, while a C++ `Predicate` has the
/// expressions for both types.
pub type Condition<'s> = Predicate<'s, ConditionLeaf<'s>>;

/// A condition that does not contain others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ConditionLeaf<'s> {
    /// A named constraint's condition, by definition name.
    Constraint(&'s str),
    /// A C++ expression, in parentheses.
    Cpp(&'s str),
}

/// A map from conditions to named constraints.
pub struct ConstraintNames<'s> {
    store: &'s RecordStore,
    /// The first constraint for types that a definition names, by its condition.
    types: FxHashMap<RecordId, &'s str>,
    /// The same of all other constraints.
    others: FxHashMap<RecordId, &'s str>,
}

/// The subject of a constraint. It decides between two constraints with the same condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ConstraintSubject {
    /// Types of values.
    Type,
    /// Attributes, properties, regions, successors.
    Other,
}

impl<'s> ConstraintNames<'s> {
    /// Collects a description's named constraints. If several have the same condition, the first is used.
    ///
    /// # Errors
    /// If a condition is malformed.
    pub fn new(store: &'s RecordStore) -> Result<ConstraintNames<'s>, FieldError> {
        let mut records = ConstraintRecord::all_if_defined(store);
        records.retain(|&record| !Record::from(record).is_anonymous());
        records.sort_by_key(|&record| Record::from(record).sequence());
        let mut names =
            ConstraintNames { store, types: FxHashMap::default(), others: FxHashMap::default() };
        for record in records {
            let raw = Record::from(record);
            if !raw.has_field("predicate") || raw.is_unset("predicate")? {
                continue;
            }
            let names = match TypeConstraintRecord::from_record(record) {
                Some(_) => &mut names.types,
                None => &mut names.others,
            };
            names.entry(record.predicate()?.id()).or_insert(raw.name());
        }
        Ok(names)
    }

    /// Returns a constraint's condition, without its own name; `None` if every value satisfies it.
    pub fn condition(
        &self,
        constraint: &Constraint<'s>,
        subject: ConstraintSubject,
    ) -> Option<Condition<'s>> {
        let record = self.store.record(constraint.predicate_id?);
        let (first, second) = match subject {
            ConstraintSubject::Type => (&self.types, &self.others),
            ConstraintSubject::Other => (&self.others, &self.types),
        };
        let part = |part: Record<'s>| {
            let id = part.id();
            let name = first.get(&id).or_else(|| second.get(&id))?;
            Some(ConditionLeaf::Constraint(name))
        };
        // The predicate was read from the same records, so these can be read.
        Predicate::read_with(record, &ConditionLeaf::Cpp, &part).ok()
    }

    /// Returns the named constraint and its subject; `None` if the description lacks it.
    ///
    /// # Errors
    /// If a field has an unexpected type.
    pub fn find(
        &self,
        name: &str,
    ) -> Result<Option<(Constraint<'s>, ConstraintSubject)>, FieldError> {
        let record = self.store.find_record(name).map(|id| self.store.record(id));
        let Some(record) = record.and_then(ConstraintRecord::from_record) else { return Ok(None) };
        let subject = match TypeConstraintRecord::from_record(record) {
            Some(_) => ConstraintSubject::Type,
            None => ConstraintSubject::Other,
        };
        Ok(Some((Constraint::read(record)?, subject)))
    }
}
