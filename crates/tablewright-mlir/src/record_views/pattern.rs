//! The classes of `mlir/IR/PatternBase.td`.

use tablewright_records::{Dag, ValueId, record_views};

record_views! {
    /// A rewrite pattern.
    pub(crate) struct PatternRecord<'s>("Pattern") {
        /// The matched tree.
        pub source: ValueId = "sourcePattern",
        /// The built trees.
        pub results: &'s [ValueId] = "resultPatterns",
        /// Constraints on several entities.
        pub constraints: &'s [ValueId] = "constraints",
        /// Trees built after the results.
        pub supplements: &'s [ValueId] = "supplementalPatterns",
        /// The adjustment to its benefit.
        pub benefit: Dag<'s> = "benefitDelta",
    }

    /// C++ that a pattern calls.
    pub(crate) struct NativeCodeCallRecord<'s>("NativeCodeCall") {
        /// The expression.
        pub expression: &'s str = "expression",
        /// The number of returned values.
        pub return_count: i64 = "numReturns",
    }
}
