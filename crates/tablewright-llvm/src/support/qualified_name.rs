//! The name of a record with the namespace that its field `Namespace` says.

use tablewright_records::{FieldError, Record};

/// `namespace::name`, or the name alone where the namespace is empty.
pub(crate) fn qualified_name(record: Record<'_>) -> Result<String, FieldError> {
    Ok(match record.string("Namespace")? {
        "" => record.name().to_owned(),
        namespace => format!("{namespace}::{}", record.name()),
    })
}
