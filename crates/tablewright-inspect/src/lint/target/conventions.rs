//! Registers that calling conventions assign to arguments and results.

use tablewright_records::{FieldError, Record, RecordStore, RecordView};
use tablewright_syntax::source::Span;
use tablewright_target::record_views::calling_conv::{
    CallingConvRecord, CcAssignToRegRecord, CcAssignToRegWithShadowRecord, CcIfTypeRecord,
    CcPredicateActionRecord,
};
use tablewright_target::record_views::register::RegisterRecord;
use tablewright_target::record_views::value_type::ValueTypeRecord;

use super::source_of::FieldSource;

/// Maximum number of predicates around an action.
const MAX_DEPTH: usize = 100;

/// An action that assigns registers.
pub(super) struct Assignment<'s> {
    /// The convention.
    pub(super) convention: CallingConvRecord<'s>,
    /// The types in the innermost `CCIfType`; empty without one.
    pub(super) types: Vec<ValueTypeRecord<'s>>,
    /// Whether a condition in C++ selects the argument, for example `CCIfSwiftSelf`.
    pub(super) is_conditional: bool,
    /// The registers.
    pub(super) registers: Vec<RegisterRecord<'s>>,
}

impl Assignment<'_> {
    /// Whether the convention is for results, by its name.
    pub(super) fn is_for_results(&self) -> bool {
        self.convention.name().starts_with("Ret")
    }

    /// Returns the position of a register in the convention.
    pub(super) fn position(&self, register: Record<'_>) -> Span {
        let source = FieldSource::for_field(*self.convention, "Actions");
        let name = source.and_then(|source| source.word(register.name()));
        name.unwrap_or_else(|| self.convention.pos().into())
    }
}

/// Returns all assignments in the order of the conventions and their actions.
pub(super) fn assignments(store: &RecordStore) -> Result<Vec<Assignment<'_>>, FieldError> {
    let mut assignments = Vec::new();
    for convention in CallingConvRecord::all_if_defined(store) {
        for action in convention.actions()? {
            let (mut inner, mut types, mut is_conditional) = (action, Vec::new(), false);
            let mut depth = 0;
            while let Some(predicate) = CcPredicateActionRecord::from_record(*inner)
                && depth < MAX_DEPTH
            {
                match CcIfTypeRecord::from_record(*inner) {
                    Some(by_type) => types = by_type.vts()?,
                    None => is_conditional = true,
                }
                inner = predicate.sub_action()?;
                depth += 1;
            }
            let registers = if let Some(assign) = CcAssignToRegRecord::from_record(*inner) {
                assign.reg_list()?
            } else if let Some(assign) = CcAssignToRegWithShadowRecord::from_record(*inner) {
                assign.reg_list()?
            } else {
                continue;
            };
            assignments.push(Assignment { convention, types, is_conditional, registers });
        }
    }
    Ok(assignments)
}
