//! GlobalISel: classes in `GlobalISel/Target.td` and `GlobalISel/Combine.td`.

use tablewright_records::record_views;

record_views! {
    /// A combiner: a class of the target that applies rules to generic machine instructions.
    pub(crate) struct GiCombinerRecord<'s>("GICombiner") {
        /// C++ class name.
        pub(crate) classname: &'s str = "Classname",
        /// The name of the method that tries all rules.
        pub(crate) combine_all_method_name: &'s str = "CombineAllMethodName",
    }

    /// A function that matches an operand, as a complex pattern does.
    pub(crate) struct GiComplexOperandMatcherRecord<'s>("GIComplexOperandMatcher") {
        /// Function name.
        pub(crate) matcher_fn: &'s str = "MatcherFn",
    }
}
