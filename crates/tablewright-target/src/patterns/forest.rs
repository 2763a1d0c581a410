//! Trees of patterns: nodes with operators, types and names, in one arena.
//!
//! Nodes are referred to by id and may have several parents: alternatives of a pattern share what they
//! have in common, and what inference finds out in one holds in all. What few nodes have (predicates,
//! a transformation, names as arguments of predicates) lies in a table of its own.

use std::ops::Range;

use tablewright_index::{IndexVec, define_index};
use tablewright_records::RecordId;
use tablewright_syntax::symbol::Symbol;

use super::types::type_sets::TypeSetId;
use crate::instructions::InstructionId;

define_index! {
    /// A node of a tree.
    pub struct NodeId;

    /// A record of class `SDNode`.
    pub struct SdNodeId;

    /// A fragment: a record of class `PatFrags`.
    pub struct FragmentId;

    /// A record of class `SDNodeXForm`.
    pub struct TransformId;

    /// A record of class `ComplexPattern`.
    pub struct ComplexPatternId;

    /// An intrinsic that occurs in patterns.
    pub struct IntrinsicNodeId;

    /// What few nodes have.
    pub(crate) struct AttributesId;
}

/// What a node is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operation {
    /// A leaf that is a record: a register class, a type, a register and so on.
    Record(RecordId),
    /// A leaf that is a number.
    Int(i64),
    /// A leaf that is whatever has its name: `?`.
    Any,
    /// The leaf that says which intrinsic its parent is; always its first child.
    IntrinsicNumber(IntrinsicNodeId),
    /// A node of the selection DAG.
    Node(SdNodeId),
    /// Whatever the fragment matches.
    Fragment(FragmentId),
    /// The instruction to make.
    Instruction(InstructionId),
    /// The argument as a function changes it.
    Transform(TransformId),
    /// What a function matches, which also finds the arguments.
    ComplexPattern(ComplexPatternId),
    /// `set`: the last argument is assigned to the others.
    Set,
    /// `implicit`: registers that are also changed.
    Implicit,
}

impl Operation {
    /// Whether it is a leaf.
    pub fn is_leaf(self) -> bool {
        use Operation::{Any, Int, IntrinsicNumber, Record};
        matches!(self, Record(_) | Int(_) | Any | IntrinsicNumber(_))
    }

    /// The node of the selection DAG, if it is one.
    pub fn sd_node(self) -> Option<SdNodeId> {
        if let Operation::Node(node) = self { Some(node) } else { None }
    }

    /// The complex pattern, if it is one with arguments.
    pub(crate) fn complex_pattern(self) -> Option<ComplexPatternId> {
        if let Operation::ComplexPattern(pattern) = self { Some(pattern) } else { None }
    }
}

/// A node.
#[derive(Clone, Copy, Debug)]
#[doc(alias = "TreePatternNode")]
struct Node {
    operation: Operation,
    name: Option<Symbol>,
    first_type: u32,
    first_child: u32,
    type_count: u16,
    child_count: u16,
    attributes: Option<AttributesId>,
}

/// A call of a fragment's predicate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[doc(alias = "TreePredicateCall")]
pub struct PredicateCall {
    /// The fragment.
    pub fragment: FragmentId,
    /// The number of the use of the fragment, if its predicate looks at the arguments.
    pub scope: Option<u32>,
}

/// A name that an argument of a fragment has within it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[doc(alias = "ScopedName")]
pub struct ArgumentName {
    /// The number of the use of the fragment.
    pub scope: u32,
    /// The name of the parameter.
    pub name: Symbol,
}

/// What few nodes have.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Attributes {
    /// The predicates that have to hold, in order.
    pub predicates: Vec<PredicateCall>,
    /// The function that changes the value before it is used in the result.
    pub transform: Option<TransformId>,
    /// The names that the node has as an argument of predicates.
    pub argument_names: Vec<ArgumentName>,
    /// For each result the index that it has among those of the pattern. Empty if that is the same.
    pub result_order: Vec<u32>,
    /// The fragment with flags for GlobalISel that the node comes from.
    pub gisel_flags: Option<RecordId>,
}

/// Trees of patterns.
#[derive(Clone, Default, Debug)]
pub struct Forest {
    nodes: IndexVec<NodeId, Node>,
    types: Vec<TypeSetId>,
    children: Vec<NodeId>,
    attributes: IndexVec<AttributesId, Attributes>,
}

static NO_ATTRIBUTES: Attributes = Attributes {
    predicates: Vec::new(),
    transform: None,
    argument_names: Vec::new(),
    result_order: Vec::new(),
    gisel_flags: None,
};

/// Most nodes have few children and types; more than this many are refused when patterns are read.
pub(crate) const MAX_ARITY: usize = 1 << 14;

impl Forest {
    /// Adds a node of which no types are known.
    pub(crate) fn add(
        &mut self,
        operation: Operation,
        children: &[NodeId],
        type_count: usize,
    ) -> NodeId {
        let first_type = self.types.len() as u32;
        self.types.resize(self.types.len() + type_count, TypeSetId::UNKNOWN);
        let first_child = self.children.len() as u32;
        self.children.extend_from_slice(children);
        self.nodes.push(Node {
            operation,
            name: None,
            first_type,
            first_child,
            // Arity is limited to `MAX_ARITY` where lists of operands and patterns are read.
            type_count: type_count as u16,
            child_count: children.len() as u16,
            attributes: None,
        })
    }

    /// Adds a leaf of one value.
    pub(crate) fn leaf(&mut self, operation: Operation) -> NodeId {
        self.add(operation, &[], 1)
    }

    /// Removes all nodes, for the next pattern.
    pub(crate) fn clear(&mut self) {
        self.nodes.truncate(0);
        self.types.clear();
        self.children.clear();
        self.attributes.truncate(0);
    }

    /// What a node is.
    pub fn operation(&self, node: NodeId) -> Operation {
        self.nodes[node].operation
    }

    /// Whether a node is a leaf.
    pub fn is_leaf(&self, node: NodeId) -> bool {
        self.operation(node).is_leaf()
    }

    /// The record that a leaf is, if it is one.
    pub fn leaf_record(&self, node: NodeId) -> Option<RecordId> {
        if let Operation::Record(record) = self.operation(node) { Some(record) } else { None }
    }

    /// The intrinsic that a node calls, if it is a call.
    pub fn called_intrinsic(&self, node: NodeId) -> Option<IntrinsicNodeId> {
        let first = self.operation(*self.children(node).first()?);
        if let Operation::IntrinsicNumber(intrinsic) = first { Some(intrinsic) } else { None }
    }

    /// The name of a node, without `$`.
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

    /// The types of a node's results.
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

    /// The children of a node.
    pub fn children(&self, node: NodeId) -> &[NodeId] {
        &self.children[self.child_range(node)]
    }

    /// A child of a node.
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

    /// What few nodes have.
    pub fn attributes(&self, node: NodeId) -> &Attributes {
        self.nodes[node].attributes.map_or(&NO_ATTRIBUTES, |id| &self.attributes[id])
    }

    /// Changes the attributes of one node; others that had the same keep theirs.
    pub(crate) fn change_attributes(&mut self, node: NodeId, change: impl FnOnce(&mut Attributes)) {
        let mut attributes = self.attributes(node).clone();
        change(&mut attributes);
        self.nodes[node].attributes =
            if attributes == NO_ATTRIBUTES { None } else { Some(self.attributes.push(attributes)) };
    }

    /// A node with other children and the types, name and attributes of `like`.
    pub(crate) fn with_children(&mut self, like: NodeId, children: &[NodeId]) -> NodeId {
        let Node { operation, name, attributes, .. } = self.nodes[like];
        let types = self.type_range(like);
        let node = self.add(operation, children, types.len());
        let start = self.type_range(node).start;
        self.types.copy_within(types, start);
        self.nodes[node].name = name;
        self.nodes[node].attributes = attributes;
        node
    }

    /// A copy of a tree, in which no two nodes share a child.
    pub(crate) fn copy(&mut self, root: NodeId) -> NodeId {
        let mut children = self.children(root).to_vec();
        for child in &mut children {
            *child = self.copy(*child);
        }
        self.with_children(root, &children)
    }

    /// A copy of a tree of another forest.
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

    /// Whether a tree has more nodes than `limit`, those counted several times that have several parents.
    pub(crate) fn is_larger(&self, root: NodeId, limit: usize) -> bool {
        fn count(forest: &Forest, node: NodeId, left: &mut usize) -> bool {
            let Some(rest) = left.checked_sub(1) else { return true };
            *left = rest;
            forest.children(node).iter().any(|&child| count(forest, child, left))
        }
        count(self, root, &mut { limit })
    }

    /// How many nodes there are, those included that no tree has any more.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Forgets the types of a tree.
    pub(crate) fn forget_types(&mut self, root: NodeId) {
        self.types_mut(root).fill(TypeSetId::UNKNOWN);
        for index in 0..self.child_count(root) {
            self.forget_types(self.child(root, index));
        }
    }

    /// Whether a condition holds for some node of a tree.
    pub(crate) fn any(&self, root: NodeId, condition: &impl Fn(NodeId) -> bool) -> bool {
        condition(root) || self.children(root).iter().any(|&child| self.any(child, condition))
    }
}
