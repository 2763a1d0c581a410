//! Intrinsics of CDE that are macros around others.

use tablewright_records::{FieldError, RecordStore};

pub(crate) struct FunctionMacro<'s> {
    /// Without the prefix that all have.
    pub(crate) name: &'s str,
    pub(crate) parameters: Vec<&'s str>,
    pub(crate) definition: &'s str,
}

/// The macros, sorted by name.
pub(crate) fn collect(store: &RecordStore) -> Result<Vec<FunctionMacro<'_>>, FieldError> {
    let mut macros = Vec::new();
    for record in store.derived_from_name("FunctionMacro")? {
        macros.push(FunctionMacro {
            name: record.name(),
            parameters: record.list_of_strings("params")?,
            definition: record.string("definition")?,
        });
    }
    macros.sort_unstable_by_key(|function| function.name);
    Ok(macros)
}
