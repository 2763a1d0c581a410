//! The classes of `mlir/IR/PatternBase.td`.

use tablewright_records::{Dag, ValueId, record_views};

record_views! {
    /// A rewrite pattern.
    pub(crate) struct PatternRecord<'s>("Pattern") {
        /// What it matches.
        pub source: ValueId = "sourcePattern",
        /// What it builds.
        pub results: &'s [ValueId] = "resultPatterns",
        /// What has to hold of several entities.
        pub constraints: &'s [ValueId] = "constraints",
        /// What it builds besides.
        pub supplements: &'s [ValueId] = "supplementalPatterns",
        /// What is added to its benefit.
        pub benefit: Dag<'s> = "benefitDelta",
    }

    /// C++ that a pattern calls.
    pub(crate) struct NativeCodeCallRecord<'s>("NativeCodeCall") {
        /// The expression.
        pub expression: &'s str = "expression",
        /// How many values it returns.
        pub return_count: i64 = "numReturns",
    }
}
