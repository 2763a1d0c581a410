//! ARM architectures, extensions and processors: classes in `ARM.td` and `AArch64.td`.

use tablewright_records::record_views;
use tablewright_target::record_views::schedule::ProcessorRecord;
use tablewright_target::record_views::subtarget_feature::SubtargetFeatureRecord;

record_views! {
    /// An architecture extension.
    pub(crate) struct ExtensionRecord<'s>("Extension"): SubtargetFeatureRecord {
        /// Enumerator for the extension, without its prefix. `None` for features that are not extensions.
        pub(crate) arch_ext_kind_spelling: Option<&'s str> = "ArchExtKindSpelling",
        /// The enumerator of the extension, without its prefix.
        pub(crate) enumerator: &'s str = "ArchExtKindSpelling",
        /// The name in `-march`.
        pub(crate) user_visible_name: &'s str = "UserVisibleName",
        /// Another name in `-march`; empty for none.
        pub(crate) user_visible_alias: &'s str = "UserVisibleAlias",
        /// Feature name in the architecture manual.
        pub(crate) arch_feature_name: &'s str = "ArchFeatureName",
    }

    /// An extension that `-march` can name.
    pub(crate) struct ExtensionWithMArchRecord<'s>("ExtensionWithMArch"): ExtensionRecord {}

    /// A feature for which functions can have versions.
    pub(crate) struct FmvExtensionRecord<'s>("FMVExtension") {
        /// The name in the attributes `target_version` and `target_clones`.
        pub(crate) version_name: &'s str = "Name",
        /// Enumerator for the bit that marks a processor with the feature, in releases before 22.
        pub(crate) bit: &'s str = "Bit",
        /// Backend features for the extension, separated by commas, in releases before 22.
        pub(crate) backend_features: &'s str = "BackendFeatures",
        /// Sort key for function versions, in releases before 22.
        pub(crate) priority: i64 = "Priority",
        /// Enumerator for the bit that marks a processor with the feature.
        pub(crate) feature_bit: &'s str = "FeatureBit",
        /// Name of the enabled extension; empty if the version only has a priority.
        pub(crate) backend_feature: &'s str = "BackendFeature",
        /// Enumerator for the bit that orders function versions.
        pub(crate) priority_bit: &'s str = "PriorityBit",
    }

    /// An AArch64 architecture version.
    pub(crate) struct Architecture64Record<'s>("Architecture64"): SubtargetFeatureRecord {
        /// Major version number.
        pub(crate) major: i64 = "Major",
        /// Minor version number.
        pub(crate) minor: i64 = "Minor",
        /// The profile: `a` or `r`.
        pub(crate) profile: &'s str = "Profile",
        /// Default extensions.
        pub(crate) default_exts: Vec<ExtensionRecord<'s>> = "DefaultExts",
    }

    /// A processor with a machine model.
    pub(crate) struct ProcessorModelRecord<'s>("ProcessorModel"): ProcessorRecord {}
}
