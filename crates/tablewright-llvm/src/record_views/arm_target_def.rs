//! Architectures, extensions and processors of ARM: classes of `ARM.td` and `AArch64.td`.

use tablewright_records::record_views;
use tablewright_target::record_views::schedule::ProcessorRecord;
use tablewright_target::record_views::subtarget_feature::SubtargetFeatureRecord;

record_views! {
    /// An extension of an architecture.
    pub(crate) struct ExtensionRecord<'s>("Extension"): SubtargetFeatureRecord {
        /// The enumerator of the extension, without its prefix. Features that are no extensions lack it.
        pub(crate) arch_ext_kind_spelling: Option<&'s str> = "ArchExtKindSpelling",
        /// The enumerator of the extension, without its prefix.
        pub(crate) enumerator: &'s str = "ArchExtKindSpelling",
        /// The name in `-march`.
        pub(crate) user_visible_name: &'s str = "UserVisibleName",
        /// Another name in `-march`; empty for none.
        pub(crate) user_visible_alias: &'s str = "UserVisibleAlias",
        /// The name of the feature that the manual of the architecture has.
        pub(crate) arch_feature_name: &'s str = "ArchFeatureName",
    }

    /// An extension that `-march` can name.
    pub(crate) struct ExtensionWithMArchRecord<'s>("ExtensionWithMArch"): ExtensionRecord {}

    /// A feature for which versions of a function can be made.
    pub(crate) struct FmvExtensionRecord<'s>("FMVExtension") {
        /// The name in the attributes `target_version` and `target_clones`.
        pub(crate) version_name: &'s str = "Name",
        /// The enumerator of the bit that tells whether a processor has the feature, in releases before 22.
        pub(crate) bit: &'s str = "Bit",
        /// The features of the backend that it stands for, with commas, in releases before 22.
        pub(crate) backend_features: &'s str = "BackendFeatures",
        /// How versions of a function are ordered, in releases before 22.
        pub(crate) priority: i64 = "Priority",
        /// The enumerator of the bit that tells whether a processor has the feature.
        pub(crate) feature_bit: &'s str = "FeatureBit",
        /// The name of the extension that it enables; of none for a version that only has a priority.
        pub(crate) backend_feature: &'s str = "BackendFeature",
        /// The enumerator of the bit by which versions of a function are ordered.
        pub(crate) priority_bit: &'s str = "PriorityBit",
    }

    /// A version of the architecture AArch64.
    pub(crate) struct Architecture64Record<'s>("Architecture64"): SubtargetFeatureRecord {
        /// The first number of the version.
        pub(crate) major: i64 = "Major",
        /// The second number of the version.
        pub(crate) minor: i64 = "Minor",
        /// The profile: `a` or `r`.
        pub(crate) profile: &'s str = "Profile",
        /// The extensions that processors have unless said otherwise.
        pub(crate) default_exts: Vec<ExtensionRecord<'s>> = "DefaultExts",
    }

    /// A processor with a machine model.
    pub(crate) struct ProcessorModelRecord<'s>("ProcessorModel"): ProcessorRecord {}
}
