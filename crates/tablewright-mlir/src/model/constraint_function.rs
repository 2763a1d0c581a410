//! Constraints with generated C++ functions.

use tablewright_records::{FieldError, Record, RecordStore, RecordView};

use super::{Constraint, is_in_main_file};
use crate::record_views::constraint::{
    AttrConstraintRecord, ConstraintRecord, TypeConstraintRecord,
};
use crate::record_views::constraint_function::FunctionConstraintRecord;

/// A constraint function's subject.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ConstraintKind {
    /// A type.
    Type,
    /// An attribute.
    Attribute,
}

/// A constraint with a generated C++ function.
#[derive(Clone, Debug)]
pub struct ConstraintFunction<'s> {
    /// The function.
    pub name: &'s str,
    /// The constraint.
    pub constraint: Constraint<'s>,
}

impl<'s> ConstraintFunction<'s> {
    /// Returns the main file's constraints that name a function, sorted by definition name. May be empty.
    ///
    /// # Errors
    /// If a field has an unexpected type.
    pub fn in_main_file(
        store: &'s RecordStore,
        kind: ConstraintKind,
    ) -> Result<Vec<ConstraintFunction<'s>>, FieldError> {
        let class = match kind {
            ConstraintKind::Type => TypeConstraintRecord::CLASS,
            ConstraintKind::Attribute => AttrConstraintRecord::CLASS,
        };
        let mut records: Vec<Record<'s>> = store.derived_if_defined(class);
        records.retain(|&record| is_in_main_file(record));
        let mut functions = Vec::new();
        for record in records {
            let name = FunctionConstraintRecord::new(record).function()?;
            if !name.is_empty() {
                let constraint = Constraint::read(ConstraintRecord::new(record))?;
                functions.push(ConstraintFunction { name, constraint });
            }
        }
        Ok(functions)
    }
}
