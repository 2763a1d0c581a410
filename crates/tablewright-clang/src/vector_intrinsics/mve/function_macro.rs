//! Intrinsics of CDE that are macros around others.

use tablewright_records::{FieldError, RecordStore, RecordView};

use crate::record_views::arm_mve::FunctionMacroRecord;

pub(crate) struct FunctionMacro<'s> {
    /// Without the prefix that all have.
    pub(crate) name: &'s str,
    pub(crate) parameters: Vec<&'s str>,
    pub(crate) definition: &'s str,
}

/// The macros, sorted by name.
pub(crate) fn collect(store: &RecordStore) -> Result<Vec<FunctionMacro<'_>>, FieldError> {
    let mut macros = Vec::new();
    for record in FunctionMacroRecord::all(store)? {
        macros.push(FunctionMacro {
            name: record.name(),
            parameters: record.params()?,
            definition: record.definition()?,
        });
    }
    macros.sort_unstable_by_key(|function| function.name);
    Ok(macros)
}
