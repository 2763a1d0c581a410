//! Checkers in Clang's static analyzer: the classes in `CheckerBase.td`.

use tablewright_records::record_view::SettableText;
use tablewright_records::{ValueId, record_views};

record_views! {
    /// A package of checkers.
    pub(crate) struct PackageRecord<'s>("Package") {
        /// Its name within the enclosing package.
        pub(crate) package_name: &'s str = "PackageName",
        /// Options for all its checkers.
        pub(crate) package_options: Option<Vec<CmdLineOptionRecord<'s>>> = "PackageOptions",
        /// The enclosing package.
        pub(crate) parent_package: Option<PackageRecord<'s>> = "ParentPackage",
        /// Whether it is hidden from users.
        pub(crate) is_hidden: bool = "Hidden",
    }

    /// A checker.
    pub(crate) struct CheckerRecord<'s>("Checker") {
        /// Its name within its package.
        pub(crate) checker_name: &'s str = "CheckerName",
        /// A description of its findings.
        pub(crate) help_text: SettableText<'s> = "HelpText",
        /// Its options.
        pub(crate) checker_options: Option<Vec<CmdLineOptionRecord<'s>>> = "CheckerOptions",
        /// The checkers that it requires.
        pub(crate) dependencies: Option<Vec<CheckerRecord<'s>>> = "Dependencies",
        /// The checkers that should run before it.
        pub(crate) weak_dependencies: Option<Vec<CheckerRecord<'s>>> = "WeakDependencies",
        /// Whether it is documented, as bits; `?` is an error.
        pub(crate) documentation: ValueId = "Documentation",
        /// Its package.
        pub(crate) parent_package: Option<PackageRecord<'s>> = "ParentPackage",
        /// Whether it is hidden from users.
        pub(crate) is_hidden: bool = "Hidden",
    }

    /// An option for a checker or a package.
    pub(crate) struct CmdLineOptionRecord<'s>("CmdLineOption") {
        /// The type of its value, as bits.
        pub(crate) ty: ValueId = "Type",
        /// Its spelling.
        pub(crate) cmd_flag: SettableText<'s> = "CmdFlag",
        /// Its description.
        pub(crate) desc: SettableText<'s> = "Desc",
        /// Its default.
        pub(crate) default_val: SettableText<'s> = "DefaultVal",
        /// Its development stage, as bits.
        pub(crate) development_stage: ValueId = "DevelopmentStage",
        /// Whether it is hidden from users.
        pub(crate) is_hidden: bool = "Hidden",
    }
}
