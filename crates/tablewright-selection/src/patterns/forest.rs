//! Pattern trees: nodes with operators, types and names, in one arena.
//!
//! Nodes are referred to by id and may have several parents: alternatives of a pattern share subtrees, so a type
//! inferred in one alternative applies in all. Rare attributes (predicates, a transformation, names as predicate
//! arguments) are in a separate table.

use std::ops::Range;

use tablewright_index::{IndexVec, define_index};
use tablewright_records::RecordId;
use tablewright_syntax::symbol::Symbol;
use tablewright_target::instructions::InstructionId;

use super::types::type_sets::TypeSetId;

define_index! {
    /// A tree node.
    pub struct NodeId;

    /// An `SDNode` record.
    pub struct SdNodeId;

    /// A fragment: a `PatFrags` record.
    pub struct FragmentId;

    /// An `SDNodeXForm` record.
    pub struct TransformId;

    /// A `ComplexPattern` record.
    pub struct ComplexPatternId;

    /// An intrinsic that occurs in patterns.
    pub struct IntrinsicNodeId;

    /// Id for rare node attributes.
    pub(crate) struct AttributesId;
}

/// A node's operator or leaf kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ForestOperation {
    /// A leaf that is a record: a register class, a type, a register and so on.
    Record(RecordId),
    /// A leaf that is a number.
    Int(i64),
    /// A leaf that matches anything: `?`.
    Any,
    /// The leaf that identifies its parent's intrinsic; always the first child.
    IntrinsicNumber(IntrinsicNodeId),
    /// A selection DAG node.
    Node(SdNodeId),
    /// A fragment: matches any of its trees.
    Fragment(FragmentId),
    /// An instruction to create.
    Instruction(InstructionId),
    /// A transformation: a function that changes its argument.
    Transform(TransformId),
    /// A complex pattern: a C++ function matches it and finds its arguments.
    ComplexPattern(ComplexPatternId),
    /// `set`: the last argument is assigned to the others.
    Set,
    /// `implicit`: registers that are changed too.
    Implicit,
}

impl ForestOperation {
    /// Returns whether the operation is a leaf.
    pub fn is_leaf(self) -> bool {
        use ForestOperation::{Any, Int, IntrinsicNumber, Record};
        matches!(self, Record(_) | Int(_) | Any | IntrinsicNumber(_))
    }

    /// Returns the selection DAG node; `None` for other operations.
    pub fn sd_node(self) -> Option<SdNodeId> {
        if let ForestOperation::Node(node) = self { Some(node) } else { None }
    }

    /// Returns the complex pattern with arguments; `None` for other operations.
    pub(crate) fn complex_pattern(self) -> Option<ComplexPatternId> {
        if let ForestOperation::ComplexPattern(pattern) = self { Some(pattern) } else { None }
    }
}

/// A node.
#[derive(Clone, Copy, Debug)]
#[doc(alias = "TreePatternNode")]
struct ForestNode {
    operation: ForestOperation,
    name: Option<Symbol>,
    first_type: u32,
    first_child: u32,
    type_count: u16,
    child_count: u16,
    attributes: Option<AttributesId>,
}

/// A predicate call from a fragment.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[doc(alias = "TreePredicateCall")]
pub struct PredicateCall {
    /// The fragment.
    pub fragment: FragmentId,
    /// The fragment use number, if the fragment's predicate reads the arguments.
    pub scope: Option<u32>,
}

/// A fragment argument's name within the fragment.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[doc(alias = "ScopedName")]
pub struct ArgumentName {
    /// The fragment use number.
    pub scope: u32,
    /// The parameter name.
    pub name: Symbol,
}

/// Attributes that few nodes have.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ForestNodeAttributes {
    /// Predicates that must be true, in order.
    pub predicates: Vec<PredicateCall>,
    /// The function that changes the value before it is used in the result.
    pub transform: Option<TransformId>,
    /// The node's names as a predicate argument.
    pub argument_names: Vec<ArgumentName>,
    /// For each result, its index among the pattern's results. Empty if the indexes are equal.
    pub result_order: Vec<u32>,
    /// The fragment with GlobalISel flags from which the node comes.
    pub gisel_flags: Option<RecordId>,
}

/// Pattern trees.
#[derive(Clone, Default, Debug)]
pub struct Forest {
    nodes: IndexVec<NodeId, ForestNode>,
    types: Vec<TypeSetId>,
    children: Vec<NodeId>,
    attributes: IndexVec<AttributesId, ForestNodeAttributes>,
}

static NO_ATTRIBUTES: ForestNodeAttributes = ForestNodeAttributes {
    predicates: Vec::new(),
    transform: None,
    argument_names: Vec::new(),
    result_order: Vec::new(),
    gisel_flags: None,
};

/// Maximum number of children or types of a node. Larger numbers are rejected when patterns are read.
pub(crate) const MAX_ARITY: usize = 1 << 14;

impl Forest {
    /// Adds a node with unknown types.
    pub(crate) fn add(
        &mut self,
        operation: ForestOperation,
        children: &[NodeId],
        type_count: usize,
    ) -> NodeId {
        let first_type = self.types.len() as u32;
        self.types.resize(self.types.len() + type_count, TypeSetId::UNKNOWN);
        let first_child = self.children.len() as u32;
        self.children.extend_from_slice(children);
        self.nodes.push(ForestNode {
            operation,
            name: None,
            first_type,
            first_child,
            // `MAX_ARITY` limits the arity when operand lists and patterns are read.
            type_count: type_count as u16,
            child_count: children.len() as u16,
            attributes: None,
        })
    }

    /// Adds a leaf with a single value.
    pub(crate) fn leaf(&mut self, operation: ForestOperation) -> NodeId {
        self.add(operation, &[], 1)
    }

    /// Removes all nodes, for the next pattern.
    pub(crate) fn clear(&mut self) {
        self.nodes.truncate(0);
        self.types.clear();
        self.children.clear();
        self.attributes.truncate(0);
    }

    /// Returns a node's operation.
    pub fn operation(&self, node: NodeId) -> ForestOperation {
        self.nodes[node].operation
    }

    /// Whether a node is a leaf.
    pub fn is_leaf(&self, node: NodeId) -> bool {
        self.operation(node).is_leaf()
    }

    /// Returns the record at a leaf; `None` for other nodes.
    pub fn leaf_record(&self, node: NodeId) -> Option<RecordId> {
        if let ForestOperation::Record(record) = self.operation(node) { Some(record) } else { None }
    }

    /// Returns the intrinsic that a node calls, if it is a call.
    pub fn called_intrinsic(&self, node: NodeId) -> Option<IntrinsicNodeId> {
        let first = self.operation(*self.children(node).first()?);
        if let ForestOperation::IntrinsicNumber(intrinsic) = first { Some(intrinsic) } else { None }
    }

    /// Returns a node's name, without `$`.
    pub fn name(&self, node: NodeId) -> Option<Symbol> {
        self.nodes[node].name
    }

    pub(crate) fn set_name(&mut self, node: NodeId, name: Option<Symbol>) {
        self.nodes[node].name = name;
    }

    fn type_range(&self, node: NodeId) -> Range<usize> {
        let node = &self.nodes[node];
        node.first_type as usize..node.first_type as usize + usize::from(node.type_count)
    }

    /// Returns the types for a node's results.
    pub fn types(&self, node: NodeId) -> &[TypeSetId] {
        &self.types[self.type_range(node)]
    }

    pub(crate) fn types_mut(&mut self, node: NodeId) -> &mut [TypeSetId] {
        let range = self.type_range(node);
        &mut self.types[range]
    }

    fn child_range(&self, node: NodeId) -> Range<usize> {
        let node = &self.nodes[node];
        node.first_child as usize..node.first_child as usize + usize::from(node.child_count)
    }

    /// Returns a node's children.
    pub fn children(&self, node: NodeId) -> &[NodeId] {
        &self.children[self.child_range(node)]
    }

    /// Returns a node's child.
    pub fn child(&self, node: NodeId, index: usize) -> NodeId {
        self.children(node)[index]
    }

    pub(crate) fn child_count(&self, node: NodeId) -> usize {
        usize::from(self.nodes[node].child_count)
    }

    pub(crate) fn set_child(&mut self, node: NodeId, index: usize, child: NodeId) {
        let range = self.child_range(node);
        self.children[range][index] = child;
    }

    /// Returns a node's rare attributes.
    pub fn attributes(&self, node: NodeId) -> &ForestNodeAttributes {
        self.nodes[node].attributes.map_or(&NO_ATTRIBUTES, |id| &self.attributes[id])
    }

    /// Changes a single node's attributes; other nodes with equal attributes keep theirs.
    pub(crate) fn change_attributes(
        &mut self,
        node: NodeId,
        change: impl FnOnce(&mut ForestNodeAttributes),
    ) {
        let mut attributes = self.attributes(node).clone();
        change(&mut attributes);
        self.nodes[node].attributes =
            if attributes == NO_ATTRIBUTES { None } else { Some(self.attributes.push(attributes)) };
    }

    /// Adds a node with new children; copies types, name and attributes from `like`.
    pub(crate) fn with_children(&mut self, like: NodeId, children: &[NodeId]) -> NodeId {
        let ForestNode { operation, name, attributes, .. } = self.nodes[like];
        let types = self.type_range(like);
        let node = self.add(operation, children, types.len());
        let start = self.type_range(node).start;
        self.types.copy_within(types, start);
        self.nodes[node].name = name;
        self.nodes[node].attributes = attributes;
        node
    }

    /// Copies a tree so that no two nodes share a child.
    pub(crate) fn copy(&mut self, root: NodeId) -> NodeId {
        let mut children = self.children(root).to_vec();
        for child in &mut children {
            *child = self.copy(*child);
        }
        self.with_children(root, &children)
    }

    /// Copies a tree from another forest.
    pub(crate) fn import(&mut self, from: &Forest, root: NodeId) -> NodeId {
        let mut children = from.children(root).to_vec();
        for child in &mut children {
            *child = self.import(from, *child);
        }
        let node = self.add(from.operation(root), &children, from.types(root).len());
        self.types_mut(node).copy_from_slice(from.types(root));
        self.nodes[node].name = from.name(root);
        if from.nodes[root].attributes.is_some() {
            self.nodes[node].attributes = Some(self.attributes.push(from.attributes(root).clone()));
        }
        node
    }

    /// Returns whether a tree has more nodes than `limit`. A node with several parents counts several times.
    pub(crate) fn is_larger(&self, root: NodeId, limit: usize) -> bool {
        fn count(forest: &Forest, node: NodeId, left: &mut usize) -> bool {
            let Some(rest) = left.checked_sub(1) else { return true };
            *left = rest;
            forest.children(node).iter().any(|&child| count(forest, child, left))
        }
        count(self, root, &mut { limit })
    }

    /// Returns the node count, including nodes that no tree uses any more.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Clears all types in a tree.
    pub(crate) fn forget_types(&mut self, root: NodeId) {
        self.types_mut(root).fill(TypeSetId::UNKNOWN);
        for index in 0..self.child_count(root) {
            self.forget_types(self.child(root, index));
        }
    }

    /// Returns whether any node in a tree fulfils a condition.
    pub(crate) fn any(&self, root: NodeId, condition: &impl Fn(NodeId) -> bool) -> bool {
        condition(root) || self.children(root).iter().any(|&child| self.any(child, condition))
    }
}
