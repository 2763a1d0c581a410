//! RISC-V extensions, profiles and processors: classes in `RISCVFeatures.td`, `RISCVProfiles.td` and
//! `RISCVProcessors.td`.

use tablewright_records::record_views;
use tablewright_target::record_views::schedule::ProcessorRecord;
use tablewright_target::record_views::subtarget_feature::SubtargetFeatureRecord;

record_views! {
    /// An instruction set extension.
    pub(crate) struct RiscvExtensionRecord<'s>("RISCVExtension"): SubtargetFeatureRecord {
        /// Major version number.
        pub(crate) major_version: i64 = "MajorVersion",
        /// Minor version number.
        pub(crate) minor_version: i64 = "MinorVersion",
        /// Whether it may change still.
        pub(crate) experimental: bool = "Experimental",
    }

    /// The bit of an extension in checks at run time.
    pub(crate) struct RiscvExtensionBitmaskRecord<'s>("RISCVExtensionBitmask") {
        /// Bit group number.
        pub(crate) group_id: i64 = "GroupID",
        /// The number of the bit in the group.
        pub(crate) bit_pos: i64 = "BitPos",
    }

    /// A profile: an extension set.
    pub(crate) struct RiscvProfileRecord<'s>("RISCVProfile"): SubtargetFeatureRecord {
        /// Whether it may change still.
        pub(crate) experimental: bool = "Experimental",
    }

    /// A processor.
    pub(crate) struct RiscvProcessorModelRecord<'s>("RISCVProcessorModel"): ProcessorRecord {
        /// Architecture as in `-march`; empty if it is derived from the features.
        pub(crate) default_march: &'s str = "DefaultMarch",
        /// Vendor number, as in the register `mvendorid`; 0 if unknown.
        pub(crate) mvendor_id: i64 = "MVendorID" else 0,
        /// The number of the microarchitecture, as the register `marchid` has it.
        pub(crate) march_id: i64 = "MArchID" else 0,
        /// The number of the implementation, as the register `mimpid` has it.
        pub(crate) mimp_id: i64 = "MImpID" else 0,
    }

    /// A processor with the features that directives can change. All processors of a target for RISC-V have the field.
    pub(crate) struct ConfigurableProcessorModelRecord<'s>("ProcessorModel"): ProcessorRecord {
        /// The features that a list of directives can change.
        pub(crate) configurable_tune_features: Vec<RiscvTuneFeatureRecord<'s>> = "ConfigurableTuneFeatures",
    }

    /// A processor that code can only be tuned for.
    pub(crate) struct RiscvTuneProcessorModelRecord<'s>("RISCVTuneProcessorModel"): ProcessorRecord {
    }

    /// A feature that code can be tuned with.
    pub(crate) struct RiscvTuneFeatureRecord<'s>("RISCVTuneFeature"): SubtargetFeatureRecord {
        /// The directive that switches it on.
        pub(crate) positive_directive_name: &'s str = "PositiveDirectiveName",
        /// The directive that switches it off.
        pub(crate) negative_directive_name: &'s str = "NegativeDirectiveName",
    }
}
