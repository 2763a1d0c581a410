//! The classes of `mlir/Pass/PassBase.td`.

use tablewright_records::record_views;

record_views! {
    /// An option of a pass.
    pub(crate) struct OptionRecord<'s>("Option") {
        /// The variable name.
        pub cpp_name: &'s str = "cppName",
        /// The name on the command line.
        pub argument: &'s str = "argument",
        /// The C++ type.
        pub cpp_type: &'s str = "type",
        /// The C++ default value; empty for none.
        pub default_value: &'s str = "defaultValue",
        /// A description.
        pub description: &'s str = "description",
        /// More arguments of the C++ constructor.
        pub additional_flags: &'s str = "additionalOptFlags",
    }

    /// A pass option whose value is a list.
    pub(crate) struct ListOptionRecord<'s>("ListOption"): OptionRecord {}

    /// A number that a pass counts.
    pub(crate) struct StatisticRecord<'s>("Statistic") {
        /// The variable name.
        pub cpp_name: &'s str = "cppName",
        /// The name that is shown.
        pub name: &'s str = "name",
        /// A description.
        pub description: &'s str = "description",
    }

    /// A pass.
    pub(crate) struct PassBaseRecord<'s>("PassBase") {
        /// The name on the command line.
        pub argument: &'s str = "argument",
        /// The C++ class that it derives from.
        pub base_class: &'s str = "baseClass",
        /// A one-line summary.
        pub summary: &'s str = "summary",
        /// A Markdown description.
        pub description: &'s str = "description",
        /// The C++ call that creates it; empty if the creation function is generated.
        pub constructor: &'s str = "constructor",
        /// C++ classes for the dialects whose entities it may create.
        pub dependent_dialects: Vec<&'s str> = "dependentDialects",
        /// Its options.
        pub options: Vec<OptionRecord<'s>> = "options",
        /// Its statistics.
        pub statistics: Vec<StatisticRecord<'s>> = "statistics",
    }
}
