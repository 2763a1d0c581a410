//! Checkers of Clang's static analyzer: the classes of `CheckerBase.td`.

use tablewright_records::record_view::SettableText;
use tablewright_records::{ValueId, record_views};

record_views! {
    /// A package of checkers.
    pub(crate) struct PackageRecord<'s>("Package") {
        /// Its name within the package around it.
        pub(crate) package_name: &'s str = "PackageName",
        /// The options of all checkers in it.
        pub(crate) package_options: Option<Vec<CmdLineOptionRecord<'s>>> = "PackageOptions",
        /// The package around it.
        pub(crate) parent_package: Option<PackageRecord<'s>> = "ParentPackage",
        /// Whether only developers see it.
        pub(crate) is_hidden: bool = "Hidden",
    }

    /// A checker.
    pub(crate) struct CheckerRecord<'s>("Checker") {
        /// Its name within its package.
        pub(crate) checker_name: &'s str = "CheckerName",
        /// What it finds.
        pub(crate) help_text: SettableText<'s> = "HelpText",
        /// Its options.
        pub(crate) checker_options: Option<Vec<CmdLineOptionRecord<'s>>> = "CheckerOptions",
        /// The checkers that it needs.
        pub(crate) dependencies: Option<Vec<CheckerRecord<'s>>> = "Dependencies",
        /// The checkers that are to run before it.
        pub(crate) weak_dependencies: Option<Vec<CheckerRecord<'s>>> = "WeakDependencies",
        /// Whether it is documented, as bits; `?` is an error.
        pub(crate) documentation: ValueId = "Documentation",
        /// The package it is in.
        pub(crate) parent_package: Option<PackageRecord<'s>> = "ParentPackage",
        /// Whether only developers see it.
        pub(crate) is_hidden: bool = "Hidden",
    }

    /// An option of a checker or a package.
    pub(crate) struct CmdLineOptionRecord<'s>("CmdLineOption") {
        /// The type of its value, as bits.
        pub(crate) ty: ValueId = "Type",
        /// How it is written.
        pub(crate) cmd_flag: SettableText<'s> = "CmdFlag",
        /// What it does.
        pub(crate) desc: SettableText<'s> = "Desc",
        /// Its value where it is not written.
        pub(crate) default_val: SettableText<'s> = "DefaultVal",
        /// How far its development has come, as bits.
        pub(crate) development_stage: ValueId = "DevelopmentStage",
        /// Whether only developers see it.
        pub(crate) is_hidden: bool = "Hidden",
    }
}
