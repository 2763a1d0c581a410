//! Features of a subtarget: the class `SubtargetFeature` (`Target.td`).

use tablewright_records::{FieldError, Record, record_views};

record_views! {
    /// A feature that a processor has or lacks.
    pub struct SubtargetFeatureRecord<'s>("SubtargetFeature") {
        /// The name by which it is chosen, as in `-mattr`.
        pub feature_name: &'s str = "Name",
        /// The field of the subtarget that it sets.
        pub field_name: &'s str = "FieldName",
        /// The field of the subtarget that it sets, in releases without `FieldName`.
        pub attribute: &'s str = "Attribute",
        /// The value that the field gets: C++.
        pub field_value: &'s str = "Value",
        /// What it means, for the help of tools.
        pub desc: &'s str = "Desc",
        /// Which difference of the feature between caller and callee allows inlining.
        pub inline_behavior: Option<Record<'s>> = "InlineBehavior" else None,
        /// The features that it brings with it.
        pub implies: Vec<SubtargetFeatureRecord<'s>> = "Implies",
    }
}

impl<'s> SubtargetFeatureRecord<'s> {
    /// The member of the subtarget that the feature sets, whatever the release calls the field.
    ///
    /// # Errors
    /// Where the field holds no string.
    pub fn member(self) -> Result<&'s str, FieldError> {
        if self.has_field("FieldName") { self.field_name() } else { self.attribute() }
    }
}
