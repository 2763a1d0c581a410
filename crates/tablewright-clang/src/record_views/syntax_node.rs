//! Node types in Clang's token syntax trees: the classes in `Syntax.td`.

use tablewright_records::record_views;

record_views! {
    /// A constraint for a child node.
    pub(crate) struct SyntaxConstraintRecord<'s>("SyntaxConstraint") {}

    /// A node type.
    pub(crate) struct NodeTypeRecord<'s>("NodeType"): SyntaxConstraintRecord {
        /// The base node type.
        pub(crate) base: Option<NodeTypeRecord<'s>> = "base",
        /// The base node type, if it is required.
        pub(crate) required_base: NodeTypeRecord<'s> = "base",
        /// Its documentation.
        pub(crate) documentation: &'s str = "documentation",
    }

    /// A node type that is written by hand.
    pub(crate) struct ExternalRecord<'s>("External"): NodeTypeRecord {}

    /// A node type with ordered children.
    pub(crate) struct SequenceRecord<'s>("Sequence"): NodeTypeRecord {
        /// The children.
        pub(crate) children: Vec<RoleRecord<'s>> = "children",
    }

    /// A child of a node.
    pub(crate) struct RoleRecord<'s>("Role") {
        /// Its role in the node.
        pub(crate) role: &'s str = "role",
        /// Its constraint.
        pub(crate) syntax: SyntaxConstraintRecord<'s> = "syntax",
    }

    /// An optional child.
    pub(crate) struct OptionalRecord<'s>("Optional"): SyntaxConstraintRecord {
        /// The constraint if it is present.
        pub(crate) inner: SyntaxConstraintRecord<'s> = "inner",
    }

    /// A token.
    pub(crate) struct AnyTokenRecord<'s>("AnyToken"): SyntaxConstraintRecord {}
}
