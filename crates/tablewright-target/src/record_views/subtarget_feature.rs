//! Subtarget features: the class `SubtargetFeature` (`Target.td`).

use tablewright_records::{FieldError, Record, record_views};

record_views! {
    /// A feature that a processor may support.
    pub struct SubtargetFeatureRecord<'s>("SubtargetFeature") {
        /// Feature name for `-mattr`.
        pub feature_name: &'s str = "Name",
        /// Subtarget member that the feature sets.
        pub field_name: &'s str = "FieldName",
        /// Subtarget member that the feature sets, in releases without `FieldName`.
        pub attribute: &'s str = "Attribute",
        /// C++ value for the member.
        pub field_value: &'s str = "Value",
        /// Description for tool help.
        pub desc: &'s str = "Desc",
        /// Rule for inlining if caller and callee differ in the feature.
        pub inline_behavior: Option<Record<'s>> = "InlineBehavior" else None,
        /// Features that the feature implies.
        pub implies: Vec<SubtargetFeatureRecord<'s>> = "Implies",
    }
}

impl<'s> SubtargetFeatureRecord<'s> {
    /// Returns the subtarget member that the feature sets, from either field name.
    ///
    /// # Errors
    /// If the field is not a string.
    pub fn member(self) -> Result<&'s str, FieldError> {
        if self.has_field("FieldName") { self.field_name() } else { self.attribute() }
    }
}
