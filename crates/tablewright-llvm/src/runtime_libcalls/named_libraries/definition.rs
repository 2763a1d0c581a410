//! Library definitions, and library names.

use tablewright_records::{FieldError, Record, RecordStore, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostics};

use super::super::condition::condition;
use crate::record_views::runtime_libcalls::LibcallLibraryRecord;

/// The definition for a library or a library variant.
pub(super) struct LibraryDefinition<'s> {
    pub(super) record: LibcallLibraryRecord<'s>,
    pub(super) library: &'s str,
    /// Function name: the library, or an isolated variant's record.
    pub(super) function: &'s str,
    /// Whether the definition has a separate function.
    pub(super) is_isolated: bool,
    /// The condition on the target, in C++. Empty for all targets.
    pub(super) condition: String,
}

/// Returns the library definitions in name order.
pub(super) fn definitions(store: &RecordStore) -> Result<Vec<LibraryDefinition<'_>>, FieldError> {
    let mut definitions = Vec::new();
    for record in LibcallLibraryRecord::all(store)? {
        let (library, is_isolated) = (record.library_name()?, record.is_isolated()?);
        definitions.push(LibraryDefinition {
            record,
            library,
            function: if is_isolated { record.name() } else { library },
            is_isolated,
            condition: condition(record.predicate()?)?.into(),
        });
    }
    Ok(definitions)
}

/// Reports an unknown library name in `record`.
pub(super) fn report_unknown_library(
    role: &str,
    name: &str,
    record: Record<'_>,
    diagnostics: &mut Diagnostics,
) {
    let message = format!("{role} `{name}` is not the name of a LibcallLibrary");
    diagnostics.error(Code::RuntimeLibcalls, record.pos(), message);
}

/// Returns a library name as an identifier.
pub(super) fn identifier(name: &str) -> String {
    name.replace(|c: char| !c.is_ascii_alphanumeric(), "_")
}
