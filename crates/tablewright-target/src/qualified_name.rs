//! Enumerator names with the namespaces from the descriptions. Writers decide the separator for
//! each language.

use tablewright_records::{FieldError, Record};

/// A name with its namespace.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct QualifiedName<'a> {
    /// Namespace; empty for a global name.
    pub namespace: &'a str,
    /// Enumerator name.
    pub name: &'a str,
}

/// Name of the namespace field.
const NAMESPACE: &str = "Namespace";

impl<'a> QualifiedName<'a> {
    /// Returns the name for a record that must have a namespace.
    ///
    /// # Errors
    /// If the record does not have a `Namespace` field, or the field is not a string.
    pub fn from_record(record: impl Into<Record<'a>>) -> Result<QualifiedName<'a>, FieldError> {
        let record = record.into();
        Ok(QualifiedName { namespace: record.string(NAMESPACE)?, name: record.name() })
    }

    /// Returns the name for a record whose namespace is optional. If the field is missing or `?`,
    /// the namespace is empty.
    ///
    /// # Errors
    /// If the field is set but not a string.
    pub fn from_optional_record(
        record: impl Into<Record<'a>>,
    ) -> Result<QualifiedName<'a>, FieldError> {
        let record = record.into();
        let namespace = record.optional_string(NAMESPACE)?.unwrap_or_default();
        Ok(QualifiedName { namespace, name: record.name() })
    }

    /// Returns the name for a record without a check: if the field is not a string, the namespace
    /// is empty.
    pub fn from_unchecked_record(record: impl Into<Record<'a>>) -> QualifiedName<'a> {
        let record = record.into();
        let global = QualifiedName { namespace: "", name: record.name() };
        QualifiedName::from_optional_record(record).unwrap_or(global)
    }

    /// Formats the name for messages. Writers format names for output.
    pub fn to_text(self) -> String {
        match self.namespace {
            "" => self.name.to_owned(),
            namespace => [namespace, self.name].join("::"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablewright_test_support::store_of;

    type ReadName = for<'s> fn(Record<'s>) -> Result<QualifiedName<'s>, FieldError>;

    fn check(read: ReadName, fields: &str, expected: &str) {
        let store = store_of(&format!("def R {{ {fields} }}"));
        let record = store.record(store.find_record("R").expect("it is defined"));
        let text = match read(record) {
            Ok(name) => format!("{}/{}", name.namespace, name.name),
            Err(error) => error.message().to_owned(),
        };
        assert_eq!(text, expected);
    }

    #[test]
    fn a_namespace_is_demanded_optional_or_unchecked() {
        let missing = "Record `R' does not have a field named `Namespace'!";
        let no_string =
            "Record `R', ` field `Namespace' exists but does not have a string initializer!";
        let unchecked: ReadName = |record| Ok(QualifiedName::from_unchecked_record(record));
        for (fields, expected) in [
            ("string Namespace = \"T\";", ["T/R", "T/R", "T/R"]),
            ("string Namespace = \"\";", ["/R", "/R", "/R"]),
            ("string Namespace = ?;", [missing, "/R", "/R"]),
            ("", [missing, "/R", "/R"]),
            ("int Namespace = 1;", [no_string, no_string, "/R"]),
        ] {
            check(|record| QualifiedName::from_record(record), fields, expected[0]);
            check(|record| QualifiedName::from_optional_record(record), fields, expected[1]);
            check(unchecked, fields, expected[2]);
        }
    }
}
