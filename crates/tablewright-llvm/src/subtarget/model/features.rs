//! The features of a subtarget as tables list them.

use tablewright_records::RecordStore;
use tablewright_target::subtarget_features::{SubtargetFeature, SubtargetFeatures};
use tablewright_text::quicksort_by;

/// A subtarget's features.
pub(crate) struct EmittedFeatures<'s> {
    /// Features in number order.
    pub(crate) all: Vec<EmittedFeature<'s>>,
    /// The features with a name of their own, by name.
    pub(crate) key_values: Vec<FeatureKeyValue<'s>>,
    /// The members of the subtarget that are true or false.
    pub(crate) flags: Vec<FeatureFlag<'s>>,
}

/// A feature with the member and value that it sets.
pub(crate) struct EmittedFeature<'s> {
    /// Record name.
    pub(crate) record: &'s str,
    /// Subtarget member.
    pub(crate) field: &'s str,
    pub(crate) value: &'s str,
    /// Whether the member is not a flag but a level, which features may raise only: several set it.
    pub(crate) is_level: bool,
}

/// A feature by its name.
pub(crate) struct FeatureKeyValue<'s> {
    pub(crate) name: &'s str,
    pub(crate) description: &'s str,
    /// Record name.
    pub(crate) record: &'s str,
    /// The features that it implies, as words of bits.
    pub(crate) implies: Vec<u64>,
}

/// A member of the subtarget that is true or false.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct FeatureFlag<'s> {
    pub(crate) field: &'s str,
    pub(crate) default: bool,
    pub(crate) getter: String,
}

impl<'s> EmittedFeatures<'s> {
    pub(super) fn new(
        store: &'s RecordStore,
        features: &'s SubtargetFeatures,
    ) -> EmittedFeatures<'s> {
        let record = |feature: &SubtargetFeature| store.record(feature.record).name();
        let feature = |feature: &'s SubtargetFeature| EmittedFeature {
            record: record(feature),
            field: &feature.field,
            value: &feature.value,
            is_level: !matches!(&feature.value[..], "true" | "false"),
        };
        let key_value = |feature: &'s SubtargetFeature| FeatureKeyValue {
            name: &feature.name,
            description: &feature.description,
            record: record(feature),
            implies: features.bit_set(&feature.implies),
        };
        let all: Vec<EmittedFeature<'s>> = features.all().iter().map(feature).collect();
        let key_values = features.by_name().map(key_value).collect();
        EmittedFeatures { flags: flags(&all), all, key_values }
    }
}

/// Returns the flags among the members that features set, with their values. The order is by member. For equal members,
/// the order is the same as after the reference's sorting.
fn flags<'s>(features: &[EmittedFeature<'s>]) -> Vec<FeatureFlag<'s>> {
    let mut by_field: Vec<&EmittedFeature<'s>> = features.iter().collect();
    quicksort_by(&mut by_field, |a, b| a.field < b.field);
    let mut flags = Vec::new();
    for &EmittedFeature { field, value, .. } in by_field {
        // The member is set when the feature is there, so its default is the opposite.
        let default = match value {
            "true" => false,
            "false" => true,
            _ => continue,
        };
        // Bit set members lack getters.
        if field.contains('[') {
            continue;
        }
        let mut getter = field.to_owned();
        // A multi-byte first character has no such slice and is kept.
        if let Some(first) = getter.get_mut(..1) {
            first.make_ascii_lowercase();
        }
        flags.push(FeatureFlag { field, default, getter });
    }
    flags
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flag_is_the_opposite_of_what_a_feature_sets() {
        let feature =
            |(field, value)| EmittedFeature { record: "F", field, value, is_level: false };
        let features = [
            ("HasB", "true"),
            ("UseA", "false"),
            ("Level", "Two"),
            ("Bits[Fast]", "true"),
            ("Ärger", "true"),
        ];
        let expected = [
            FeatureFlag { field: "HasB", default: false, getter: "hasB".to_owned() },
            FeatureFlag { field: "UseA", default: true, getter: "useA".to_owned() },
            FeatureFlag { field: "Ärger", default: false, getter: "Ärger".to_owned() },
        ];
        assert_eq!(flags(&features.map(feature)), expected);
    }
}
