//! Programs from trees: the trees of an instruction, with known types (`tree`), and the trees that the description
//! has for its nodes (`described_nodes`, `node_semantics`), whose types follow from their use.

mod build;
mod described_nodes;
mod node_semantics;
mod tree;

pub(crate) use described_nodes::NodeSemantics;
pub(crate) use tree::{CompileContext, compile_matched_tree, compile_trees};
