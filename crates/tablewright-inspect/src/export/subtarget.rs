//! Features of the subtarget, and the processors that have them.

use std::collections::BTreeSet;

use serde::Serialize;
use tablewright_records::{AnalysisError, RecordId, RecordStore};
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_target::schedule::SchedModels;
use tablewright_target::subtarget_features::SubtargetFeatures;

use crate::Location;

/// A feature of the subtarget.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Feature {
    /// Its name on a command line; empty if it cannot be given.
    pub name: String,
    /// The name of its record.
    pub record: String,
    /// Where it is defined.
    pub location: Location,
    /// What it means.
    pub description: String,
    /// The member of the subtarget that it sets, and the value.
    pub field: String,
    /// See `field`.
    pub value: String,
    /// The names of the features that it implies directly.
    pub implies: Vec<String>,
    /// The names of all features that follow from it, without itself, by name.
    pub implies_all: Vec<String>,
}

/// A processor.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Processor {
    /// Its name on a command line.
    pub name: String,
    /// Where it is defined.
    pub location: Location,
    /// The name of its scheduling model.
    pub model: String,
    /// The names of the features that it has directly.
    pub features: Vec<String>,
    /// The names of the features for tuning that it has directly.
    pub tune_features: Vec<String>,
    /// The names of all features that it has, tuning included, by name.
    pub all_features: Vec<String>,
}

/// The features of a target, by name.
///
/// # Errors
/// Those of the analyses.
pub fn features(
    store: &RecordStore,
    diagnostics: &mut Diagnostics,
) -> Result<Vec<Feature>, AnalysisError> {
    let features: &SubtargetFeatures = store.analysis(diagnostics)?;
    let list = features.by_name().map(|feature| {
        let record = store.record(feature.record);
        let mut all = following(features, &feature.implies);
        all.remove(&*feature.name);
        Feature {
            name: feature.name.clone(),
            record: record.name().to_owned(),
            location: Location::of(store.sources(), record.pos()),
            description: feature.description.clone(),
            field: feature.field.clone(),
            value: feature.value.clone(),
            implies: names(features, &feature.implies),
            implies_all: owned(all),
        }
    });
    Ok(list.collect())
}

/// The processors of a target, by name.
///
/// # Errors
/// Those of the analyses.
pub fn processors(
    store: &RecordStore,
    diagnostics: &mut Diagnostics,
) -> Result<Vec<Processor>, AnalysisError> {
    let features: &SubtargetFeatures = store.analysis(diagnostics)?;
    let models: &SchedModels = store.analysis(diagnostics)?;
    let list = models.proc_models.processors.iter().map(|processor| {
        let mut all = following(features, &processor.features);
        all.extend(following(features, &processor.tune_features));
        Processor {
            name: processor.name.clone(),
            location: Location::of(store.sources(), store.record(processor.record).pos()),
            model: models.proc_models.get(processor.model).name.clone(),
            features: names(features, &processor.features),
            tune_features: names(features, &processor.tune_features),
            all_features: owned(all),
        }
    });
    Ok(list.collect())
}

/// The feature that a record is.
fn feature(
    features: &SubtargetFeatures,
    record: RecordId,
) -> Option<&tablewright_target::subtarget_features::SubtargetFeature> {
    features.all().iter().find(|feature| feature.record == record)
}

fn names(features: &SubtargetFeatures, records: &[RecordId]) -> Vec<String> {
    records.iter().filter_map(|&record| Some(feature(features, record)?.name.clone())).collect()
}

/// The names of features, and of all that they imply.
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
