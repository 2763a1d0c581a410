//! Subtarget features: `SubtargetFeature` records (`Target.td`).

use rustc_hash::FxHashMap;
use tablewright_records::release::Feature;
use tablewright_records::{
    Analysis, AnalysisError, FieldError, Record, RecordId, RecordStore, RecordView, Release,
};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};

use crate::record_views::subtarget_feature::SubtargetFeatureRecord;

/// Returns the number of 64-bit words in a generated feature set.
fn words_of_set(release: Release) -> usize {
    if release.has(Feature::FeatureBitsetsHaveSixWords) { 6 } else { 5 }
}

/// A subtarget feature.
#[derive(Debug)]
pub struct SubtargetFeature {
    /// The `SubtargetFeature` record.
    pub record: RecordId,
    /// Command line name; empty if other features imply the feature but it cannot be selected.
    pub name: String,
    /// Description for tool help.
    pub description: String,
    /// Subtarget member that the feature sets; `name[index]` for a member in a bit set.
    pub field: String,
    /// Value assigned to the member.
    pub value: String,
    /// Directly implied features.
    pub implies: Vec<RecordId>,
}

/// The subtarget features, numbered in natural order by record name.
#[derive(Debug)]
pub struct SubtargetFeatures {
    features: Vec<SubtargetFeature>,
    numbers: FxHashMap<RecordId, u32>,
    by_name: Vec<u32>,
    words_of_set: usize,
}

impl SubtargetFeatures {
    /// Returns all features in number order.
    pub fn all(&self) -> &[SubtargetFeature] {
        &self.features
    }

    /// Returns the feature number; `None` for any other record.
    pub fn number(&self, feature: RecordId) -> Option<u32> {
        self.numbers.get(&feature).copied()
    }

    /// Returns the feature name; empty for an unnamed feature and for any other record.
    pub fn name(&self, feature: RecordId) -> &str {
        let number = self.number(feature);
        number.map_or("", |number| &self.features[number as usize].name)
    }

    /// Returns a feature set as bits indexed by feature number, in 64-bit words, the low word
    /// first.
    pub fn bit_set(&self, set: &[RecordId]) -> Vec<u64> {
        let mut words = vec![0; self.words_of_set];
        for &feature in set {
            let number = self.number(feature).unwrap_or(0) as usize;
            words[number / 64] |= 1 << (number % 64);
        }
        words
    }

    /// Returns the named features, in byte order by name.
    pub fn by_name(&self) -> impl Iterator<Item = &SubtargetFeature> {
        self.by_name.iter().map(|&number| &self.features[number as usize])
    }

    /// Checks that feature names are unique.
    ///
    /// # Errors
    /// Reports the first name that several features share.
    pub fn check_names(&self, store: &RecordStore) -> Result<(), Diagnostic> {
        let named = self.by_name().map(|feature| NamedRecord {
            name: &feature.name,
            record: store.record(feature.record),
        });
        if store.release().has(Feature::RepeatedNamesAreReported) {
            return check_names("Feature", Code::FeatureNames, named.collect());
        }
        let named: Vec<NamedRecord<'_>> = named.collect();
        let Some(same) = named.windows(2).find(|pair| pair[0].name == pair[1].name) else {
            return Ok(());
        };
        let message = format!("Duplicate key in SubtargetFeatureKV: {}", same[0].name);
        let mut error = Diagnostic::error_anywhere(Code::FeatureNames, message);
        for NamedRecord { record, .. } in same {
            error.note(Some(record.pos()), format!("{} is called so", record.name()));
        }
        Err(error)
    }
}

/// A record with the name by which tools find it.
#[derive(Clone, Copy)]
pub(crate) struct NamedRecord<'s> {
    pub(crate) name: &'s str,
    pub(crate) record: Record<'s>,
}

/// Checks that names are unique. `kind` is the word for the records in the message.
///
/// # Errors
/// Reports the first repeated name in byte order, at the second definition with this name.
pub(crate) fn check_names(
    kind: &str,
    code: Code,
    mut named: Vec<NamedRecord<'_>>,
) -> Result<(), Diagnostic> {
    named.sort_by_key(|named| (named.name, named.record.sequence()));
    let same = named.windows(2).find(|pair| pair[0].name == pair[1].name);
    let Some([first, second]) = same else { return Ok(()) };
    let message = format!("{kind} `{}` is already defined.", first.name);
    let mut error = Diagnostic::from(FieldError::new(code, second.record, message));
    error.note(Some(first.record.pos()), "Previous definition here.");
    Err(error)
}

impl Analysis for SubtargetFeatures {
    fn build(store: &RecordStore, _: &mut Diagnostics) -> Result<SubtargetFeatures, AnalysisError> {
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
        // The reference also rejects a feature count equal to the set's capacity.
        let words_of_set = words_of_set(store.release());
        if features.len() >= 64 * words_of_set {
            let message = "Too many subtarget features! Bump MAX_SUBTARGET_FEATURES.";
            return Err(Diagnostic::error_anywhere(Code::FeatureNames, message).into());
        }
        let all = || 0..features.len() as u32;
        let feature = |number: u32| &features[number as usize];
        let mut by_name: Vec<u32> = all().filter(|&n| !feature(n).name.is_empty()).collect();
        by_name.sort_by_key(|&n| &feature(n).name);
        Ok(SubtargetFeatures { features, numbers, by_name, words_of_set })
    }
}
