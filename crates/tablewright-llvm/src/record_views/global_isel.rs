//! GlobalISel: classes of `GlobalISel/Target.td` and `GlobalISel/Combine.td`.

use tablewright_records::record_views;

record_views! {
    /// A combiner: a class of the target that applies rules to generic machine instructions.
    pub(crate) struct GiCombinerRecord<'s>("GICombiner") {
        /// The name of the C++ class.
        pub(crate) classname: &'s str = "Classname",
        /// The name of the method that tries all rules.
        pub(crate) combine_all_method_name: &'s str = "CombineAllMethodName",
    }

    /// A function that matches an operand, as a complex pattern does.
    pub(crate) struct GiComplexOperandMatcherRecord<'s>("GIComplexOperandMatcher") {
        /// The name of the function.
        pub(crate) matcher_fn: &'s str = "MatcherFn",
    }
}
