//! Conditions of constraints in which constraints that have names stand for their conditions.

use rustc_hash::FxHashMap;
use tablewright_records::{FieldError, Record, RecordId, RecordStore, RecordView};

use super::Constraint;
use super::predicate::PredicateForm;
use crate::record_views::constraint::{ConstraintRecord, TypeConstraintRecord};

/// A condition as the description builds it: [`Predicate`](super::Predicate) with the names of constraints in it.
///
/// `AnyTypeOf<[I32, F32]>` is `AnyOf([Constraint("I32"), Constraint("F32")])`, where a `Predicate` has the C++
/// expressions of both types. In C++ expressions `$_self` stands for what the condition is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Condition<'s> {
    /// The condition of a constraint, by the name of its definition.
    Constraint(&'s str),
    /// A C++ expression, in parentheses.
    Cpp(&'s str),
    /// All of them hold; without any it always holds.
    AllOf(Vec<Condition<'s>>),
    /// One of them holds; without any it never holds.
    AnyOf(Vec<Condition<'s>>),
    /// It does not hold.
    Not(Box<Condition<'s>>),
    /// The condition, in whose expressions a text is replaced.
    Substitute {
        /// The text to replace.
        pattern: &'s str,
        /// What stands there instead.
        replacement: &'s str,
        /// The condition.
        condition: Box<Condition<'s>>,
    },
    /// The condition, with C++ before and after it.
    Concat {
        /// The C++ before it.
        prefix: &'s str,
        /// The condition.
        condition: Box<Condition<'s>>,
        /// The C++ after it.
        suffix: &'s str,
    },
}

/// Which constraints of a description have which conditions.
pub struct ConstraintNames<'s> {
    store: &'s RecordStore,
    /// The first constraint for types that a definition names, by its condition.
    types: FxHashMap<RecordId, &'s str>,
    /// The same of all other constraints.
    others: FxHashMap<RecordId, &'s str>,
}

/// What a constraint is for. It decides between two constraints of one condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ConstraintSubject {
    /// Types of values.
    Type,
    /// Attributes, properties, regions, successors.
    Other,
}

impl<'s> ConstraintNames<'s> {
    /// The constraints of a description that have a name. Of those of one condition the first one counts.
    ///
    /// # Errors
    /// Where the condition of one is something else than it should be.
    pub fn of(store: &'s RecordStore) -> Result<ConstraintNames<'s>, FieldError> {
        let mut records = ConstraintRecord::all_if_defined(store);
        records.retain(|&record| !Record::from(record).is_anonymous());
        records.sort_by_key(|&record| Record::from(record).sequence());
        let mut names =
            ConstraintNames { store, types: FxHashMap::default(), others: FxHashMap::default() };
        for record in records {
            let raw = Record::from(record);
            if raw.is_unset("predicate")? {
                continue;
            }
            let names = match TypeConstraintRecord::of(record) {
                Some(_) => &mut names.types,
                None => &mut names.others,
            };
            names.entry(record.predicate()?.id()).or_insert(raw.name());
        }
        Ok(names)
    }

    /// The condition of a constraint; `None` where every value satisfies it. Its own name does not stand in it.
    pub fn condition(
        &self,
        constraint: &Constraint<'s>,
        subject: ConstraintSubject,
    ) -> Option<Condition<'s>> {
        let record = self.store.record(constraint.predicate_id?);
        // The predicate was read from the same records, so these can be read.
        self.built(record, subject).ok()
    }

    fn built(
        &self,
        record: Record<'s>,
        subject: ConstraintSubject,
    ) -> Result<Condition<'s>, FieldError> {
        let one = |child| self.part(child, subject).map(Box::new);
        let all = |children: Vec<Record<'s>>| {
            children
                .into_iter()
                .map(|child| self.part(child, subject))
                .collect::<Result<Vec<_>, _>>()
        };
        Ok(match PredicateForm::of(record)? {
            PredicateForm::Cpp(expression) => Condition::Cpp(expression),
            PredicateForm::And(children) => Condition::AllOf(all(children)?),
            PredicateForm::Or(children) => Condition::AnyOf(all(children)?),
            PredicateForm::Not(child) => Condition::Not(one(child)?),
            PredicateForm::Substitute { pattern, replacement, child } => {
                Condition::Substitute { pattern, replacement, condition: one(child)? }
            }
            PredicateForm::Concat { prefix, child, suffix } => {
                Condition::Concat { prefix, condition: one(child)?, suffix }
            }
        })
    }

    /// The constraint that has the condition, or else the condition.
    fn part(
        &self,
        record: Record<'s>,
        subject: ConstraintSubject,
    ) -> Result<Condition<'s>, FieldError> {
        let (first, second) = match subject {
            ConstraintSubject::Type => (&self.types, &self.others),
            ConstraintSubject::Other => (&self.others, &self.types),
        };
        let id = record.id();
        match first.get(&id).or_else(|| second.get(&id)) {
            Some(name) => Ok(Condition::Constraint(name)),
            None => self.built(record, subject),
        }
    }

    /// The constraint of that name, with what it is for; `None` where a description has none.
    ///
    /// # Errors
    /// Where a field of it holds something else than it should.
    pub fn find(
        &self,
        name: &str,
    ) -> Result<Option<(Constraint<'s>, ConstraintSubject)>, FieldError> {
        let record = self.store.find_record(name).map(|id| self.store.record(id));
        let Some(record) = record.and_then(ConstraintRecord::of) else { return Ok(None) };
        let subject = match TypeConstraintRecord::of(record) {
            Some(_) => ConstraintSubject::Type,
            None => ConstraintSubject::Other,
        };
        Ok(Some((Constraint::read(record)?, subject)))
    }
}
