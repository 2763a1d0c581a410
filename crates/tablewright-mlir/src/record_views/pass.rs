//! The classes of `mlir/Pass/PassBase.td`.

use tablewright_records::record_views;

record_views! {
    /// An option of a pass.
    pub(crate) struct OptionRecord<'s>("Option") {
        /// The name of the variable.
        pub cpp_name: &'s str = "cppName",
        /// The name on the command line.
        pub argument: &'s str = "argument",
        /// The C++ type.
        pub cpp_type: &'s str = "type",
        /// The C++ value where nothing is given; empty for none.
        pub default_value: &'s str = "defaultValue",
        /// What it is for.
        pub description: &'s str = "description",
        /// More arguments of the C++ constructor.
        pub additional_flags: &'s str = "additionalOptFlags",
    }

    /// An option of a pass that takes a list.
    pub(crate) struct ListOptionRecord<'s>("ListOption"): OptionRecord {}

    /// A number that a pass counts.
    pub(crate) struct StatisticRecord<'s>("Statistic") {
        /// The name of the variable.
        pub cpp_name: &'s str = "cppName",
        /// The name that is shown.
        pub name: &'s str = "name",
        /// What is counted.
        pub description: &'s str = "description",
    }

    /// A pass.
    pub(crate) struct PassBaseRecord<'s>("PassBase") {
        /// The name on the command line.
        pub argument: &'s str = "argument",
        /// The C++ class that it derives from.
        pub base_class: &'s str = "baseClass",
        /// What it does, in a line.
        pub summary: &'s str = "summary",
        /// What it does.
        pub description: &'s str = "description",
        /// The C++ call that creates it; empty where that is generated.
        pub constructor: &'s str = "constructor",
        /// The C++ classes of the dialects whose entities it may create.
        pub dependent_dialects: Vec<&'s str> = "dependentDialects",
        /// Its options.
        pub options: Vec<OptionRecord<'s>> = "options",
        /// What it counts.
        pub statistics: Vec<StatisticRecord<'s>> = "statistics",
    }
}
