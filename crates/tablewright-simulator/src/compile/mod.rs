//! Programs from trees: the trees of an instruction, with known types (`tree`), and the trees that the description
//! has for nodes of the target (`node_semantics`), whose types follow from their use.

mod build;
mod node_semantics;
mod tree;

pub(crate) use node_semantics::NodeSemantics;
pub(crate) use tree::{CompileContext, compile_matched_tree, compile_trees};
