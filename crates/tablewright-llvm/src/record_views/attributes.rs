//! Attributes of LLVM's IR: the classes of `Attributes.td`.

use tablewright_records::{Record, record_views};

record_views! {
    /// An attribute.
    pub(crate) struct AttrRecord<'s>("Attr") {
        /// How it is written.
        pub(crate) attr_string: &'s str = "AttrString",
        /// Where it may stand, and how attributes of two functions are intersected.
        pub(crate) properties: Vec<Record<'s>> = "Properties",
    }

    /// A check that lets a function be inlined.
    pub(crate) struct CompatRuleRecord<'s>("CompatRule") {
        /// The function that checks.
        pub(crate) compat_func: &'s str = "CompatFunc",
        /// The attribute that it is about; empty for all.
        pub(crate) attr_name: &'s str = "AttrName",
    }

    /// What becomes of attributes when a function is inlined.
    pub(crate) struct MergeRuleRecord<'s>("MergeRule") {
        /// The function that merges them.
        pub(crate) merge_func: &'s str = "MergeFunc",
    }
}
