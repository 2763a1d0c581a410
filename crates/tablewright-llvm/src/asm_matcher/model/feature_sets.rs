//! The sets of features that rows require.

use rustc_hash::FxHashSet;
use tablewright_index::IndexVec;
use tablewright_records::RecordStore;
use tablewright_target::assembly::{FeatureListId, Matchables};

/// The sets of features that rows require.
pub(crate) struct FeatureSets {
    /// The sets that are not empty, ordered by size, then by the names of the features: the enumerator
    /// and the names.
    pub(crate) sets: Vec<(String, Vec<String>)>,
    /// Set enumerator by feature list.
    names: IndexVec<FeatureListId, String>,
}

impl FeatureSets {
    pub(super) fn collect(store: &RecordStore, rows: &Matchables) -> FeatureSets {
        let lists = rows.feature_lists().iter().map(|list| {
            let names = list.iter().map(|&feature| store.record(feature).name().to_owned());
            names.collect::<Vec<String>>()
        });
        let lists: IndexVec<FeatureListId, Vec<String>> = lists.collect();
        let used: FxHashSet<FeatureListId> = rows.rows().iter().map(|row| row.features).collect();
        let names: IndexVec<FeatureListId, String> = lists.iter().map(|list| name(list)).collect();
        let used_lists =
            lists.iter_enumerated().filter(|(id, list)| used.contains(id) && !list.is_empty());
        let mut sets: Vec<(String, Vec<String>)> =
            used_lists.map(|(id, list)| (names[id].clone(), list.clone())).collect();
        sets.sort_unstable_by(|(_, a), (_, b)| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
        FeatureSets { sets, names }
    }

    /// Returns the set enumerator for a feature list.
    pub(crate) fn name(&self, list: FeatureListId) -> &str {
        &self.names[list]
    }
}

fn name(features: &[String]) -> String {
    match features {
        [] => "AMFBS_None".to_owned(),
        _ => format!("AMFBS_{}", features.join("_")),
    }
}
