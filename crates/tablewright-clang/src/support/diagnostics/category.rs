//! The categories of diagnostics and their numbers.
//!
//! In comes the catalogue; out come the names of categories, numbered in the order in which
//! diagnostics first use them, for outputs refer to them by number.

use rustc_hash::FxHashMap;
use tablewright_index::IndexVec;
use tablewright_records::{Analysis, AnalysisError, RecordStore, RecordView};
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_syntax::symbol::Symbol;

use super::{Catalogue, DiagnosticId, GroupDefinitionId};
use crate::record_views::diagnostic::DiagnosticRecord;

/// The categories, numbered as diagnostics use them.
#[doc(alias = "DiagCategoryIDMap")]
pub(crate) struct Categories {
    /// Their names, the one of number 1 first. Diagnostics without a category have number 0.
    pub(crate) names: Vec<Symbol>,
    /// The number of the category of each diagnostic.
    pub(crate) of_diagnostics: IndexVec<DiagnosticId, usize>,
}

impl Analysis for Categories {
    fn build(store: &RecordStore, _: &mut Diagnostics) -> Result<Categories, AnalysisError> {
        let catalogue = Catalogue::of(store)?;
        let of_groups: IndexVec<GroupDefinitionId, Option<Symbol>> =
            catalogue.definitions.indices().map(|id| catalogue.category_of(id, store)).collect();
        let mut numbers: FxHashMap<Symbol, usize> = FxHashMap::default();
        let mut categories = Categories {
            names: Vec::new(),
            of_diagnostics: IndexVec::with_capacity(catalogue.diagnostics.len()),
        };
        for diag in &catalogue.diagnostics {
            let category = match diag.definition.and_then(|definition| of_groups[definition]) {
                Some(category) => Some(category),
                None => {
                    let record = DiagnosticRecord::new(store.record(diag.record));
                    let own = record.category_name()?;
                    Some(own).filter(|&own| !store.str(own).is_empty())
                }
            };
            let number = match category {
                None => 0,
                Some(category) => *numbers.entry(category).or_insert_with(|| {
                    categories.names.push(category);
                    categories.names.len()
                }),
            };
            categories.of_diagnostics.push(number);
        }
        Ok(categories)
    }
}

impl Catalogue {
    /// The category of the record of a group: its own, or the first found going up to groups that
    /// contain it.
    fn category_of(&self, definition: GroupDefinitionId, store: &RecordStore) -> Option<Symbol> {
        let mut categories = self.ancestors(definition).map(|above| above.category);
        categories.find(|&category| !store.str(category).is_empty())
    }
}
