//! The classes of `mlir/IR/Constraints.td` and `mlir/IR/CommonAttrConstraints.td`.

use tablewright_records::{Record, record_views};

record_views! {
    /// A condition in C++.
    pub(crate) struct CPredRecord<'s>("CPred") {
        /// The expression, in parentheses.
        pub expression: &'s str = "predExpr",
    }

    /// A condition made of others.
    pub(crate) struct CombinedPredRecord<'s>("CombinedPred") {
        /// How they are combined.
        pub kind: Record<'s> = "kind",
        /// The others.
        pub children: Vec<Record<'s>> = "children",
    }

    /// A condition in whose expressions a text is replaced.
    pub(crate) struct SubstLeavesRecord<'s>("SubstLeaves"): CombinedPredRecord {
        /// The text to replace.
        pub pattern: &'s str = "pattern",
        /// What stands there instead.
        pub replacement: &'s str = "replacement",
    }

    /// A condition with text before and after it.
    pub(crate) struct ConcatRecord<'s>("Concat"): CombinedPredRecord {
        /// The text before it.
        pub prefix: &'s str = "prefix",
        /// The text after it.
        pub suffix: &'s str = "suffix",
    }

    /// Something that holds for attributes, types, regions and so on.
    pub(crate) struct ConstraintRecord<'s>("Constraint") {
        /// The condition.
        pub predicate: Record<'s> = "predicate",
        /// What it says, in a line.
        pub summary: &'s str = "summary",
    }

    /// A constraint for attributes.
    pub(crate) struct AttrRecord<'s>("Attr"): ConstraintRecord {
        /// The type of the attribute's value.
        pub value_type: Option<IntegerTypeRecord<'s>> = "valueType" else None,
    }

    /// A type of integers.
    pub(crate) struct IntegerTypeRecord<'s>("I") {
        /// How many bits a value has.
        pub bitwidth: i64 = "bitwidth",
    }
}
