//! LLVM IR attributes: classes in `Attributes.td`.

use tablewright_records::{Record, record_views};

record_views! {
    /// An attribute.
    pub(crate) struct AttrRecord<'s>("Attr") {
        /// Spelling.
        pub(crate) attr_string: &'s str = "AttrString",
        /// Allowed positions, and the rule for intersecting attributes.
        pub(crate) properties: Vec<Record<'s>> = "Properties",
    }

    /// A check that lets a function be inlined.
    pub(crate) struct CompatRuleRecord<'s>("CompatRule") {
        /// The function that checks.
        pub(crate) compat_func: &'s str = "CompatFunc",
        /// The attribute that it is about; empty for all.
        pub(crate) attr_name: &'s str = "AttrName",
    }

    /// A rule for merging attributes when a function is inlined.
    pub(crate) struct MergeRuleRecord<'s>("MergeRule") {
        /// The function that merges them.
        pub(crate) merge_func: &'s str = "MergeFunc",
    }
}
