//! Names of enumerators with the namespaces that descriptions declare them in. How a language joins
//! the two is left to the writers.

use tablewright_records::{FieldError, Record};

/// A name and its namespace.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct QualifiedName<'a> {
    /// The namespace; empty for a name that is in none.
    pub namespace: &'a str,
    /// The name of the enumerator.
    pub name: &'a str,
}

/// The field that holds the namespace of a record.
const NAMESPACE: &str = "Namespace";

impl<'a> QualifiedName<'a> {
    /// The name of a record that has to state its namespace.
    ///
    /// # Errors
    /// Where the record has no field `Namespace`, or one without a string.
    pub fn of(record: impl Into<Record<'a>>) -> Result<QualifiedName<'a>, FieldError> {
        let record = record.into();
        Ok(QualifiedName { namespace: record.string(NAMESPACE)?, name: record.name() })
    }

    /// The name of a record that may lack a namespace: without the field, or where it is `?`, the
    /// namespace is empty.
    ///
    /// # Errors
    /// Where the field holds something that is no string.
    pub fn of_optional(record: impl Into<Record<'a>>) -> Result<QualifiedName<'a>, FieldError> {
        let record = record.into();
        let namespace = record.optional_string(NAMESPACE)?.unwrap_or_default();
        Ok(QualifiedName { namespace, name: record.name() })
    }

    /// The name of a record whose namespace is not checked: whatever is no string is an empty one.
    pub fn of_unchecked(record: impl Into<Record<'a>>) -> QualifiedName<'a> {
        let record = record.into();
        let global = QualifiedName { namespace: "", name: record.name() };
        QualifiedName::of_optional(record).unwrap_or(global)
    }

    /// The name as messages state it. Text for output is left to the writers.
    pub(crate) fn to_text(self) -> String {
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
        let unchecked: ReadName = |record| Ok(QualifiedName::of_unchecked(record));
        for (fields, expected) in [
            ("string Namespace = \"T\";", ["T/R", "T/R", "T/R"]),
            ("string Namespace = \"\";", ["/R", "/R", "/R"]),
            ("string Namespace = ?;", [missing, "/R", "/R"]),
            ("", [missing, "/R", "/R"]),
            ("int Namespace = 1;", [no_string, no_string, "/R"]),
        ] {
            check(|record| QualifiedName::of(record), fields, expected[0]);
            check(|record| QualifiedName::of_optional(record), fields, expected[1]);
            check(unchecked, fields, expected[2]);
        }
    }
}
