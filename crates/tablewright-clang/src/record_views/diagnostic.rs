//! Diagnostics and their groups: the classes in `Diagnostic.td`.

use tablewright_records::{Record, ValueId, record_views};
use tablewright_syntax::symbol::Symbol;

record_views! {
    /// A diagnostic.
    pub(crate) struct DiagnosticRecord<'s>("Diagnostic") {
        /// The component of Clang that reports it.
        pub(crate) component: Symbol = "Component",
        /// The text, in which `%` begins a placeholder.
        pub(crate) summary: &'s str = "Summary",
        /// Its class, `CLASS_ERROR` and so on.
        pub(crate) class: Record<'s> = "Class",
        /// Its effect during template argument substitution.
        pub(crate) sfinae: Record<'s> = "SFINAE",
        /// Whether it remains a warning with `-Werror`.
        pub(crate) is_no_werror: bool = "WarningNoWerror",
        /// Whether it is reported in system headers.
        pub(crate) is_shown_in_system_header: bool = "ShowInSystemHeader",
        /// Whether it is reported in macros from system headers.
        pub(crate) is_shown_in_system_macro: bool = "ShowInSystemMacro",
        /// Whether it can be deferred until a function is emitted for a device.
        pub(crate) is_deferrable: bool = "Deferrable",
        /// Its default severity.
        pub(crate) default_severity: SeverityRecord<'s> = "DefaultSeverity",
        /// Its group.
        pub(crate) group: Option<DiagGroupRecord<'s>> = "Group",
        /// Its category; empty to inherit the group's category.
        pub(crate) category_name: Symbol = "CategoryName",
        /// Its identifier in machine-readable reports; empty if it is the record name.
        pub(crate) stable_id: &'s str = "StableId" else "",
        /// Its identifiers in earlier releases.
        pub(crate) legacy_stable_ids: Vec<&'s str> = "LegacyStableIds" else Vec::new(),
    }

    /// Two diagnostics about a C++ version feature: a warning for programs that use it in an older
    /// version, and a warning for programs that are no longer valid in older versions.
    pub(crate) struct CompatWarningIdRecord<'s>("CompatWarningId") {
        /// The component of the diagnostics.
        pub(crate) component: &'s str = "Component",
        /// The enumerator.
        pub(crate) enumerator: &'s str = "Name",
        /// The C++ version, in two digits.
        pub(crate) std: i64 = "Std",
        /// The diagnostic's name for versions with the feature.
        pub(crate) diag: &'s str = "Diag",
        /// The diagnostic's name for earlier versions.
        pub(crate) diag_pre: &'s str = "DiagPre",
    }

    /// A diagnostic's severity.
    pub(crate) struct SeverityRecord<'s>("Severity") {
        /// The enumerator.
        pub(crate) severity_name: Symbol = "Name",
    }

    /// A group of diagnostics, controlled by a flag.
    pub(crate) struct DiagGroupRecord<'s>("DiagGroup") {
        /// The flag, without `-W`.
        pub(crate) group_name: Symbol = "GroupName",
        /// Its subgroups.
        pub(crate) sub_groups: Vec<DiagGroupRecord<'s>> = "SubGroups",
        /// The category of its diagnostics; empty to inherit an enclosing group's category.
        pub(crate) category_name: Symbol = "CategoryName",
        /// Its documentation.
        pub(crate) documentation: &'s str = "Documentation",
        /// Its documentation as a value of any type.
        pub(crate) documentation_value: ValueId = "Documentation",
    }

    /// A text that several diagnostics share.
    pub(crate) struct TextSubstitutionRecord<'s>("TextSubstitution") {
        /// The text.
        pub(crate) substitution: Symbol = "Substitution",
    }
}
