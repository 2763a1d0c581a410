//! CDE intrinsics that are macros around other intrinsics.

use tablewright_records::{FieldError, RecordStore, RecordView};

use crate::record_views::arm_mve::FunctionMacroRecord;

pub(crate) struct FunctionMacro<'s> {
    /// Without the common prefix.
    pub(crate) name: &'s str,
    pub(crate) parameters: Vec<&'s str>,
    pub(crate) definition: &'s str,
}

/// Collects the macros, sorted by name.
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
