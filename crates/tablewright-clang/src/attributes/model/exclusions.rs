//! Attributes that exclude each other.
//!
//! In come records of class `MutualExclusions`; out come, for each attribute, the classes of those
//! that nothing with the attribute may have.

use rustc_hash::FxHashMap;
use tablewright_records::{FieldError, Record, RecordId, RecordStore};

use super::Attribute;
use super::base_classes::BaseClasses;

/// The sets of attributes that exclude each other.
pub(crate) struct Exclusions<'s> {
    sets: Vec<Vec<Record<'s>>>,
    /// The places of the sets that an attribute is in.
    by_attribute: FxHashMap<RecordId, Vec<usize>>,
}

/// What an attribute excludes.
#[derive(Default)]
pub(crate) struct Excluded<'s> {
    /// The attributes, which have classes of their names with `Attr` behind them.
    others: Vec<&'s str>,
    holds_on_declarations: bool,
    holds_on_statements: bool,
    /// Whether a declaration can inherit the attribute and what it excludes from different ones.
    pub(crate) is_merged: bool,
}

impl<'s> Excluded<'s> {
    /// What is excluded on a declaration.
    pub(crate) fn on_declarations(&self) -> &[&'s str] {
        if self.holds_on_declarations { &self.others } else { &[] }
    }

    /// What is excluded on a statement.
    pub(crate) fn on_statements(&self) -> &[&'s str] {
        if self.holds_on_statements { &self.others } else { &[] }
    }
}

impl<'s> Exclusions<'s> {
    pub(crate) fn collect(store: &'s RecordStore) -> Result<Exclusions<'s>, FieldError> {
        let mut exclusions = Exclusions { sets: Vec::new(), by_attribute: FxHashMap::default() };
        for record in store.derived_from_name("MutualExclusions")? {
            let (place, set) = (exclusions.sets.len(), record.list_of_records("Exclusions")?);
            for attribute in &set {
                let places = exclusions.by_attribute.entry(attribute.id()).or_default();
                if places.last() != Some(&place) {
                    places.push(place);
                }
            }
            exclusions.sets.push(set);
        }
        Ok(exclusions)
    }

    /// What an attribute of declarations or statements excludes.
    pub(crate) fn of_attribute(
        &self,
        attribute: Attribute<'_>,
        classes: BaseClasses,
    ) -> Excluded<'s> {
        let id = attribute.record().id();
        let places = self.by_attribute.get(&id).map_or(&[][..], |places| places);
        let records = places.iter().flat_map(|&place| &self.sets[place]);
        let others = records.filter(|record| record.id() != id).map(|record| record.name());
        let on_both = classes.on_declaration_or_statement;
        let on_statements = on_both || classes.on_statement;
        Excluded {
            others: others.collect(),
            holds_on_declarations: on_both || !on_statements,
            holds_on_statements: on_statements,
            is_merged: classes.inheritable,
        }
    }
}
