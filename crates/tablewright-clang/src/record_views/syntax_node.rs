//! Node types of Clang's syntax trees of tokens: the classes of `Syntax.td`.

use tablewright_records::record_views;

record_views! {
    /// What can stand somewhere in a syntax tree.
    pub(crate) struct SyntaxConstraintRecord<'s>("SyntaxConstraint") {}

    /// A node type.
    pub(crate) struct NodeTypeRecord<'s>("NodeType"): SyntaxConstraintRecord {
        /// The node type that it derives from.
        pub(crate) base: Option<NodeTypeRecord<'s>> = "base",
        /// The node type that it derives from, where it has to have one.
        pub(crate) required_base: NodeTypeRecord<'s> = "base",
        /// The text that documents it.
        pub(crate) documentation: &'s str = "documentation",
    }

    /// A node type that is written by hand.
    pub(crate) struct ExternalRecord<'s>("External"): NodeTypeRecord {}

    /// A node type with children in order.
    pub(crate) struct SequenceRecord<'s>("Sequence"): NodeTypeRecord {
        /// The children.
        pub(crate) children: Vec<RoleRecord<'s>> = "children",
    }

    /// A child of a node.
    pub(crate) struct RoleRecord<'s>("Role") {
        /// What it is to the node.
        pub(crate) role: &'s str = "role",
        /// What can stand there.
        pub(crate) syntax: SyntaxConstraintRecord<'s> = "syntax",
    }

    /// Something that can be missing.
    pub(crate) struct OptionalRecord<'s>("Optional"): SyntaxConstraintRecord {
        /// What it is if it is there.
        pub(crate) inner: SyntaxConstraintRecord<'s> = "inner",
    }

    /// A token.
    pub(crate) struct AnyTokenRecord<'s>("AnyToken"): SyntaxConstraintRecord {}
}
