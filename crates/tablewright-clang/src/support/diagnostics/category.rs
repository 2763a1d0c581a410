//! Diagnostic categories and their numbers.
//!
//! In: the catalogue. Out: category names, numbered in order of first use by a diagnostic. Outputs
//! refer to categories by number.

use rustc_hash::FxHashMap;
use tablewright_index::IndexVec;
use tablewright_records::{Analysis, AnalysisError, RecordStore, RecordView};
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_syntax::symbol::Symbol;

use super::{Catalogue, DiagnosticId, GroupDefinitionId};
use crate::record_views::diagnostic::DiagnosticRecord;

/// The numbered categories.
#[doc(alias = "DiagCategoryIDMap")]
pub(crate) struct Categories {
    /// The names, starting with number 1. Number 0 represents no category.
    pub(crate) names: Vec<Symbol>,
    /// Each diagnostic's category number.
    pub(crate) of_diagnostics: IndexVec<DiagnosticId, usize>,
}

impl Analysis for Categories {
    fn build(store: &RecordStore, _: &mut Diagnostics) -> Result<Categories, AnalysisError> {
        let catalogue = Catalogue::for_store(store)?;
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
    /// Returns a group record's category: its own, or the category of the nearest enclosing group.
    fn category_of(&self, definition: GroupDefinitionId, store: &RecordStore) -> Option<Symbol> {
        let mut categories = self.ancestors(definition).map(|above| above.category);
        categories.find(|&category| !store.str(category).is_empty())
    }
}
