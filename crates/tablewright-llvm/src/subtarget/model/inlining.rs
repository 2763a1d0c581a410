//! The features that inlining compares between caller and callee in a way of their own.

use tablewright_records::{FieldError, RecordStore, RecordView};
use tablewright_target::record_views::subtarget_feature::SubtargetFeatureRecord;
use tablewright_text::quicksort_by;

/// Names of feature records, grouped by their `InlineBehavior`. The order is by the member that a feature sets. For
/// equal members, the order is the same as after the reference's sorting.
#[derive(Default)]
pub(crate) struct InlineFeatures<'s> {
    /// Caller and callee may differ in them.
    pub(crate) ignored: Vec<&'s str>,
    /// A callee without one cannot be inlined in a caller that has it.
    pub(crate) inverse: Vec<&'s str>,
    /// Features that caller and callee must either both have or both lack.
    pub(crate) must_match: Vec<&'s str>,
}

impl<'s> InlineFeatures<'s> {
    pub(super) fn new(store: &'s RecordStore) -> Result<InlineFeatures<'s>, FieldError> {
        let mut by_member = Vec::new();
        for feature in SubtargetFeatureRecord::all_if_defined(store) {
            by_member.push((feature.member()?, feature));
        }
        quicksort_by(&mut by_member, |a, b| a.0 < b.0);
        let mut features = InlineFeatures::default();
        for (_, feature) in by_member {
            let list = match feature.inline_behavior()?.map(|behavior| behavior.name()) {
                Some("InlineIgnore") => &mut features.ignored,
                Some("InlineInverse") => &mut features.inverse,
                Some("InlineMustMatch") => &mut features.must_match,
                _ => continue,
            };
            list.push(feature.name());
        }
        Ok(features)
    }
}
