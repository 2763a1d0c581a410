//! Diagnostics and their groups: the classes of `Diagnostic.td`.

use tablewright_records::{Record, ValueId, record_views};
use tablewright_syntax::symbol::Symbol;

record_views! {
    /// A diagnostic.
    pub(crate) struct DiagnosticRecord<'s>("Diagnostic") {
        /// The part of Clang that it belongs to.
        pub(crate) component: Symbol = "Component",
        /// The text, in which `%` begins what is filled in.
        pub(crate) summary: &'s str = "Summary",
        /// What it is at most: `CLASS_ERROR` and so on.
        pub(crate) class: Record<'s> = "Class",
        /// What happens in the substitution of template arguments.
        pub(crate) sfinae: Record<'s> = "SFINAE",
        /// Whether `-Werror` leaves it a warning.
        pub(crate) is_no_werror: bool = "WarningNoWerror",
        /// Whether it is reported in headers of the system.
        pub(crate) is_shown_in_system_header: bool = "ShowInSystemHeader",
        /// Whether it is reported in macros of headers of the system.
        pub(crate) is_shown_in_system_macro: bool = "ShowInSystemMacro",
        /// Whether it can wait until a function is emitted for a device.
        pub(crate) is_deferrable: bool = "Deferrable",
        /// What it is where nothing else is asked for.
        pub(crate) default_severity: SeverityRecord<'s> = "DefaultSeverity",
        /// The group that it is in.
        pub(crate) group: Option<DiagGroupRecord<'s>> = "Group",
        /// Its category; empty where its group has one.
        pub(crate) category_name: Symbol = "CategoryName",
        /// Its identifier in reports that programs read; empty where it is the name of the record.
        pub(crate) stable_id: &'s str = "StableId" else "",
        /// The stable identifiers that it had in earlier releases.
        pub(crate) legacy_stable_ids: Vec<&'s str> = "LegacyStableIds" else Vec::new(),
    }

    /// Two diagnostics about a feature of a version of C++: one for programs that use it in an older
    /// version, and one for programs that are no longer valid in it.
    pub(crate) struct CompatWarningIdRecord<'s>("CompatWarningId") {
        /// The part of Clang that the diagnostics belong to.
        pub(crate) component: &'s str = "Component",
        /// The name of the enumerator.
        pub(crate) enumerator: &'s str = "Name",
        /// The version of C++, in two digits.
        pub(crate) std: i64 = "Std",
        /// The name of the diagnostic where the version has the feature.
        pub(crate) diag: &'s str = "Diag",
        /// The name of the diagnostic in versions before.
        pub(crate) diag_pre: &'s str = "DiagPre",
    }

    /// What a diagnostic is.
    pub(crate) struct SeverityRecord<'s>("Severity") {
        /// The name of the enumerator.
        pub(crate) severity_name: Symbol = "Name",
    }

    /// A group of diagnostics, which a flag controls.
    pub(crate) struct DiagGroupRecord<'s>("DiagGroup") {
        /// The flag, without `-W`.
        pub(crate) group_name: Symbol = "GroupName",
        /// The groups in it.
        pub(crate) sub_groups: Vec<DiagGroupRecord<'s>> = "SubGroups",
        /// The category of its diagnostics; empty where a group around it has one.
        pub(crate) category_name: Symbol = "CategoryName",
        /// The text that documents it.
        pub(crate) documentation: &'s str = "Documentation",
        /// The same as a value, which can be anything.
        pub(crate) documentation_value: ValueId = "Documentation",
    }

    /// A part of a text that several diagnostics have.
    pub(crate) struct TextSubstitutionRecord<'s>("TextSubstitution") {
        /// The text.
        pub(crate) substitution: Symbol = "Substitution",
    }
}
