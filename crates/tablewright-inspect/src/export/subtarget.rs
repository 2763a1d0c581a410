//! Subtarget features, and the processors with these features.

use std::collections::BTreeSet;

use serde::Serialize;
use tablewright_records::{AnalysisError, RecordId, RecordStore};
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_target::schedule::SchedModels;
use tablewright_target::subtarget_features::SubtargetFeatures;

use crate::SourceLocation;

/// A subtarget feature.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ExportedFeature {
    /// The command line name; empty if it cannot be set.
    pub name: String,
    /// Its record's name.
    pub record: String,
    /// The definition's position.
    pub location: SourceLocation,
    /// Its description for users.
    pub description: String,
    /// The subtarget member that it sets.
    pub field: String,
    /// The value that it assigns to `field`.
    pub value: String,
    /// The features that it implies directly, by name.
    pub implies: Vec<String>,
    /// All features that it implies, sorted by name, without itself.
    pub implies_all: Vec<String>,
}

/// A processor.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ExportedProcessor {
    /// The command line name.
    pub name: String,
    /// The definition's position.
    pub location: SourceLocation,
    /// Its scheduling model.
    pub model: String,
    /// Direct features by name.
    pub features: Vec<String>,
    /// Direct tuning features by name.
    pub tune_features: Vec<String>,
    /// All features, including tuning features, sorted by name.
    pub all_features: Vec<String>,
}

/// Lists a target's features, sorted by name.
///
/// # Errors
/// Errors from the analyses.
pub fn features(
    store: &RecordStore,
    diagnostics: &mut Diagnostics,
) -> Result<Vec<ExportedFeature>, AnalysisError> {
    let features: &SubtargetFeatures = store.analysis(diagnostics)?;
    let mut list = Vec::new();
    for feature in features.by_name() {
        let record = store.record(feature.record);
        let mut all = following(features, &feature.implies);
        all.remove(&*feature.name);
        list.push(ExportedFeature {
            name: feature.name.clone(),
            record: record.name().to_owned(),
            location: SourceLocation::new(store.sources(), record.pos()),
            description: feature.description.clone(),
            field: feature.field.clone(),
            value: feature.value.clone(),
            implies: names(features, &feature.implies),
            implies_all: owned(all),
        });
    }
    Ok(list)
}

/// Lists a target's processors, sorted by name.
///
/// # Errors
/// Errors from the analyses.
pub fn processors(
    store: &RecordStore,
    diagnostics: &mut Diagnostics,
) -> Result<Vec<ExportedProcessor>, AnalysisError> {
    let features: &SubtargetFeatures = store.analysis(diagnostics)?;
    let models: &SchedModels = store.analysis(diagnostics)?;
    let mut list = Vec::new();
    for processor in &models.proc_models.processors {
        let mut all = following(features, &processor.features);
        all.extend(following(features, &processor.tune_features));
        list.push(ExportedProcessor {
            name: processor.name.clone(),
            location: SourceLocation::new(store.sources(), store.record(processor.record).pos()),
            model: models.proc_models.get(processor.model).name.clone(),
            features: names(features, &processor.features),
            tune_features: names(features, &processor.tune_features),
            all_features: owned(all),
        });
    }
    Ok(list)
}

/// Returns the feature for a record.
fn feature(
    features: &SubtargetFeatures,
    record: RecordId,
) -> Option<&tablewright_target::subtarget_features::SubtargetFeature> {
    features.all().iter().find(|feature| feature.record == record)
}

fn names(features: &SubtargetFeatures, records: &[RecordId]) -> Vec<String> {
    records.iter().filter_map(|&record| Some(feature(features, record)?.name.clone())).collect()
}

/// Returns the names of features and of all features that they imply.
fn following<'a>(features: &'a SubtargetFeatures, records: &[RecordId]) -> BTreeSet<&'a str> {
    let mut seen = BTreeSet::new();
    let mut left: Vec<RecordId> = records.to_vec();
    while let Some(record) = left.pop() {
        let Some(feature) = feature(features, record) else { continue };
        if seen.insert(feature.name.as_str()) {
            left.extend(&feature.implies);
        }
    }
    seen
}

fn owned(names: BTreeSet<&str>) -> Vec<String> {
    names.into_iter().map(str::to_owned).collect()
}
