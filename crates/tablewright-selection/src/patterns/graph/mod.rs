//! Graphs to select instructions for: typed values of one block, as selection sees them before it begins.
//!
//! In: a tree as text ([`read_trees`]), or nodes that a caller adds. Out: a [`SelectionGraph`]. A matcher table is
//! executed on the graph, and the graph can be evaluated.

mod draft;
mod fragments;
mod graph_text;
mod graph_types;
mod infer;
mod reader;
mod tree_syntax;

use rustc_hash::FxHashMap;
use tablewright_index::{IndexVec, define_index};
use tablewright_target::value_types::ValueType;

pub use draft::TreeError;
pub use graph_types::GraphTypes;
pub use reader::read_trees;

define_index! {
    /// A node in a graph. Operands precede their users.
    pub struct GraphNodeId;
}

/// A node's result.
#[doc(alias = "SDValue")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GraphValue {
    /// The node.
    pub node: GraphNodeId,
    /// The result's index.
    pub result: u32,
}

/// The extension of a loaded value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum LoadExtension {
    /// The type in memory is the value's type.
    #[default]
    None,
    /// The upper bits are not specified.
    Any,
    /// The upper bits are copies of the sign.
    Sign,
    /// The upper bits are zero.
    Zero,
}

/// Facts about a memory access.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GraphMemory {
    /// The type in memory.
    pub ty: ValueType,
    /// The extension after a load.
    pub extension: LoadExtension,
    /// Whether a store drops upper bits.
    pub is_truncating: bool,
}

/// The part of a node beside its operands.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum GraphPayload {
    /// Nothing.
    None,
    /// An integer, with the sign of its type.
    Constant(i64),
    /// The name of a value from elsewhere.
    Register(String),
    /// The name of a block.
    Block(String),
    /// The record of a condition code, for example `SETLT`.
    Condition(String),
    /// A value type.
    Type(ValueType),
    /// The name of a function or variable.
    Symbol(String),
    /// A memory access.
    Memory(GraphMemory),
}

/// A node.
#[doc(alias = "SDNode")]
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct GraphNode {
    /// The C++ enumerator, for example `ISD::ADD`.
    pub opcode: String,
    /// The types of the results. A chain has type `Other`, and comes last.
    pub types: Vec<ValueType>,
    /// The operands. The first operand of a node with a chain is the chain.
    pub operands: Vec<GraphValue>,
    /// The part beside the operands.
    pub payload: GraphPayload,
}

impl GraphNode {
    /// Returns the number of a constant.
    pub fn constant(&self) -> Option<i64> {
        if let GraphPayload::Constant(number) = self.payload { Some(number) } else { None }
    }
}

/// A value to compute, or an effect.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GraphRoot {
    /// The value.
    pub value: GraphValue,
    /// The value's name. `None` for an effect.
    pub name: Option<String>,
}

/// A graph. Equal nodes without a chain are one node.
#[derive(Clone, Default, Debug)]
pub struct SelectionGraph {
    nodes: IndexVec<GraphNodeId, GraphNode>,
    known: FxHashMap<GraphNode, GraphNodeId>,
    /// Positions in the source, counted from 1.
    positions: FxHashMap<GraphNodeId, u32>,
    /// The values to compute, in order.
    pub roots: Vec<GraphRoot>,
}

impl SelectionGraph {
    /// Adds a node, or returns an equal one.
    pub fn add(&mut self, node: GraphNode) -> GraphNodeId {
        if let Some(&id) = self.known.get(&node) {
            return id;
        }
        let id = self.nodes.push(node.clone());
        self.known.insert(node, id);
        id
    }

    /// Adds a leaf with a single value.
    pub fn leaf(&mut self, opcode: &str, ty: ValueType, payload: GraphPayload) -> GraphValue {
        let (opcode, types) = (opcode.to_owned(), vec![ty]);
        let node = self.add(GraphNode { opcode, types, operands: Vec::new(), payload });
        GraphValue { node, result: 0 }
    }

    /// Sets the position of a node's origin, for example the number of an instruction in its block. The first position
    /// of a node remains.
    pub fn set_position(&mut self, node: GraphNodeId, position: u32) {
        let known = self.positions.entry(node).or_insert(position);
        *known = position.min(*known);
    }

    /// Returns the position of a node's origin. `None` for a node that is not a part of a sequence, such as a constant.
    pub fn position(&self, node: GraphNodeId) -> Option<u32> {
        self.positions.get(&node).copied()
    }

    /// Whether nodes have positions.
    pub fn has_positions(&self) -> bool {
        !self.positions.is_empty()
    }

    /// Returns a node.
    pub fn get(&self, node: GraphNodeId) -> &GraphNode {
        &self.nodes[node]
    }

    /// Returns a value's type.
    pub fn ty(&self, value: GraphValue) -> Option<ValueType> {
        self.nodes[value.node].types.get(value.result as usize).copied()
    }

    /// Returns the node count.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the graph has no nodes.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 0
    }

    /// Iterates over the nodes, operands first.
    pub fn iter(&self) -> impl Iterator<Item = (GraphNodeId, &GraphNode)> {
        self.nodes.iter_enumerated()
    }

    /// Counts the uses of each value by roots and by the nodes that these need.
    pub fn use_counts(&self) -> FxHashMap<GraphValue, usize> {
        let mut counts = FxHashMap::default();
        let mut visited = vec![false; self.nodes.len()];
        let mut pending: Vec<GraphValue> = self.roots.iter().map(|root| root.value).collect();
        while let Some(value) = pending.pop() {
            *counts.entry(value).or_insert(0) += 1;
            if !std::mem::replace(&mut visited[value.node.index()], true) {
                pending.extend(&self.nodes[value.node].operands);
            }
        }
        counts
    }
}
