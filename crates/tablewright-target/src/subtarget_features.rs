//! The features of a target's processors: records of class `SubtargetFeature` (`Target.td`).

use rustc_hash::FxHashMap;
use tablewright_records::release::Feature;
use tablewright_records::{Analysis, AnalysisError, RecordId, RecordStore, RecordView, Release};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};

use crate::record_views::subtarget_feature::SubtargetFeatureRecord;

/// The number of 64-bit words of a feature set in the generated code.
fn words_of_set(release: Release) -> usize {
    if release.has(Feature::FeatureBitsetsHaveSixWords) { 6 } else { 5 }
}

/// A feature.
#[derive(Debug)]
pub struct SubtargetFeature {
    /// Its record.
    pub record: RecordId,
    /// Its name on a command line; empty for a feature that is only implied by others.
    pub name: String,
    /// Its description.
    pub description: String,
    /// The member of the subtarget that it sets; `name[index]` for one in a bit set.
    pub field: String,
    /// The value to which it sets the member.
    pub value: String,
    /// The features that it implies.
    pub implies: Vec<RecordId>,
}

/// The features of a target, numbered in natural order of their records' names.
#[derive(Debug)]
pub struct SubtargetFeatures {
    features: Vec<SubtargetFeature>,
    numbers: FxHashMap<RecordId, u32>,
    by_name: Vec<u32>,
    words_of_set: usize,
}

impl SubtargetFeatures {
    /// All of them, in the order of their numbers.
    pub fn all(&self) -> &[SubtargetFeature] {
        &self.features
    }

    /// The number of a feature; `None` for another record.
    pub fn number(&self, feature: RecordId) -> Option<u32> {
        self.numbers.get(&feature).copied()
    }

    /// A set of features as bits by their numbers, in 64-bit words, the low one first.
    pub fn bit_set(&self, set: &[RecordId]) -> Vec<u64> {
        let mut words = vec![0; self.words_of_set];
        for &feature in set {
            let number = self.number(feature).unwrap_or(0) as usize;
            words[number / 64] |= 1 << (number % 64);
        }
        words
    }

    /// Those with a name of their own, in byte order of these.
    pub fn by_name(&self) -> impl Iterator<Item = &SubtargetFeature> {
        self.by_name.iter().map(|&number| &self.features[number as usize])
    }
}

impl Analysis for SubtargetFeatures {
    fn build(store: &RecordStore, _: &mut Diagnostics) -> Result<SubtargetFeatures, AnalysisError> {
        let error = |message: String| Diagnostic::error_anywhere(Code::Features, message);
        let mut features = Vec::new();
        let mut numbers = FxHashMap::default();
        for (number, record) in (0..).zip(SubtargetFeatureRecord::all(store)?) {
            numbers.insert(record.id(), number);
            let implies = record.implies()?;
            features.push(SubtargetFeature {
                record: record.id(),
                name: record.feature_name()?.to_owned(),
                description: record.desc()?.to_owned(),
                field: record.member()?.to_owned(),
                value: record.field_value()?.to_owned(),
                implies: implies.iter().map(|feature| feature.id()).collect(),
            });
        }
        // The reference refuses as many features as a set has room for, too.
        let words_of_set = words_of_set(store.release());
        if features.len() >= 64 * words_of_set {
            let message = "Too many subtarget features! Bump MAX_SUBTARGET_FEATURES.";
            return Err(error(message.to_owned()).into());
        }
        let all = || 0..features.len() as u32;
        let feature = |number: u32| &features[number as usize];
        let mut by_name: Vec<u32> = all().filter(|&n| !feature(n).name.is_empty()).collect();
        by_name.sort_by_key(|&n| &feature(n).name);
        if let Some(same) =
            by_name.windows(2).find(|pair| feature(pair[0]).name == feature(pair[1]).name)
        {
            let name = &feature(same[1]).name;
            let record = |number: u32| store.record(feature(number).record);
            if store.release().has(Feature::RepeatedNamesAreReported) {
                let message = format!("Feature `{name}` is already defined.");
                let mut error = Diagnostic::error_at(
                    Code::Features,
                    record(same[0]).positions().iter().copied(),
                    message,
                );
                error.note(Some(record(same[1]).pos()), "Previous definition here.");
                return Err(error.into());
            }
            let mut message = error(format!("Duplicate key in SubtargetFeatureKV: {name}"));
            for &number in same {
                let record = record(number);
                message.note(Some(record.pos()), format!("{} is called so", record.name()));
            }
            return Err(message.into());
        }
        Ok(SubtargetFeatures { features, numbers, by_name, words_of_set })
    }
}
