//! Mutually exclusive attributes.
//!
//! In: records of class `MutualExclusions`. Out: for each attribute, the classes of the attributes
//! that it excludes.

use rustc_hash::FxHashMap;
use tablewright_records::{FieldError, Record, RecordId, RecordStore, RecordView};

use super::ClangAttribute;
use super::base_classes::BaseClasses;
use crate::record_views::attr::{AttrRecord, MutualExclusionsRecord};

/// Sets of mutually exclusive attributes.
pub(crate) struct Exclusions<'s> {
    sets: Vec<Vec<AttrRecord<'s>>>,
    /// Indices of the sets that contain an attribute.
    by_attribute: FxHashMap<RecordId, Vec<usize>>,
}

/// The attributes that an attribute excludes.
#[derive(Default)]
pub(crate) struct Excluded<'s> {
    /// The attribute names. Their classes have the suffix `Attr`.
    others: Vec<&'s str>,
    holds_on_declarations: bool,
    holds_on_statements: bool,
    /// Whether a declaration may inherit both attributes from different declarations.
    pub(crate) is_merged: bool,
}

impl<'s> Excluded<'s> {
    /// Returns the excluded attributes on a declaration.
    pub(crate) fn on_declarations(&self) -> &[&'s str] {
        if self.holds_on_declarations { &self.others } else { &[] }
    }

    /// Returns the excluded attributes on a statement.
    pub(crate) fn on_statements(&self) -> &[&'s str] {
        if self.holds_on_statements { &self.others } else { &[] }
    }
}

impl<'s> Exclusions<'s> {
    pub(crate) fn collect(store: &'s RecordStore) -> Result<Exclusions<'s>, FieldError> {
        let mut exclusions = Exclusions { sets: Vec::new(), by_attribute: FxHashMap::default() };
        for record in MutualExclusionsRecord::all(store)? {
            let (index, set) = (exclusions.sets.len(), record.exclusions()?);
            for attribute in &set {
                let indices = exclusions.by_attribute.entry(attribute.id()).or_default();
                if indices.last() != Some(&index) {
                    indices.push(index);
                }
            }
            exclusions.sets.push(set);
        }
        Ok(exclusions)
    }

    /// Returns the exclusions for an attribute of declarations or statements.
    pub(crate) fn for_attribute(
        &self,
        attribute: ClangAttribute<'_>,
        classes: BaseClasses,
    ) -> Excluded<'s> {
        let id = attribute.record().id();
        let indices = self.by_attribute.get(&id).map_or(&[][..], |indices| indices);
        let records = indices.iter().flat_map(|&index| &self.sets[index]);
        let others = records.filter(|record| record.id() != id);
        let others = others.map(|&record| Record::from(record).name());
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
