//! Attributes that exclude each other.
//!
//! In come records of class `MutualExclusions`; out come, for each attribute, the classes of those
//! that nothing with the attribute may have.

use tablewright_records::{FieldError, Record, RecordStore};

use super::Attribute;

/// The sets of attributes that exclude each other.
pub(crate) struct Exclusions<'s> {
    sets: Vec<Vec<Record<'s>>>,
}

/// What an attribute excludes, by class.
#[derive(Default)]
pub(crate) struct Excluded {
    /// On a declaration.
    pub(crate) on_declarations: Vec<String>,
    /// On a statement.
    pub(crate) on_statements: Vec<String>,
    /// Whether a declaration can inherit the attribute and what it excludes from different ones.
    pub(crate) is_merged: bool,
}

impl<'s> Exclusions<'s> {
    pub(crate) fn collect(store: &'s RecordStore) -> Result<Exclusions<'s>, FieldError> {
        let records = store.derived_from_name("MutualExclusions")?;
        let sets = records.into_iter().map(|record| record.list_of_records("Exclusions"));
        Ok(Exclusions { sets: sets.collect::<Result<_, _>>()? })
    }

    /// What an attribute of declarations or statements excludes.
    pub(crate) fn of_attribute(&self, attribute: Attribute<'_>) -> Excluded {
        let on_both = attribute.inherits("DeclOrStmtAttr");
        let on_statements = on_both || attribute.inherits("StmtAttr");
        let on_declarations = on_both || !on_statements;
        let is_same = |record: &Record<'_>| record.name() == attribute.name();
        let with_it = self.sets.iter().filter(|set| set.iter().any(is_same));
        let others: Vec<String> = with_it
            .flatten()
            .filter(|record| !is_same(record))
            .map(|record| format!("{}Attr", record.name()))
            .collect();
        Excluded {
            on_statements: if on_statements { others.clone() } else { Vec::new() },
            on_declarations: if on_declarations { others } else { Vec::new() },
            is_merged: attribute.is_inheritable(),
        }
    }
}
