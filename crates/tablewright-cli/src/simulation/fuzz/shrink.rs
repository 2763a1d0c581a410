//! Smaller trees with the same difference.

use rustc_hash::FxHashMap;
use tablewright_selection::patterns::graph::{
    GraphNodeId, GraphPayload, GraphRoot, GraphTypes, GraphValue, SelectionGraph,
};
use tablewright_simulator::GraphValues;

use super::generate::RandomTree;

/// Returns smaller trees: each node by itself, then trees in which a node is replaced by a variable with its value.
pub(super) fn smaller(
    tree: &RandomTree,
    types: &GraphTypes<'_>,
    values: &GraphValues,
) -> Vec<RandomTree> {
    let mut trees = Vec::new();
    let roots: Vec<GraphNodeId> = tree.graph.roots.iter().map(|root| root.value.node).collect();
    for (id, node) in tree.graph.iter() {
        let value = GraphValue { node: id, result: 0 };
        let is_variable = matches!(node.payload, GraphPayload::Register(_));
        let (Some(&number), false) = (values.get(&value), is_variable || roots.contains(&id))
        else {
            continue;
        };
        if types.is_integer(node.types[0]) {
            trees.push(replaced(tree, id, number));
        }
    }
    trees.reverse();
    let mut all = parts(tree, types);
    all.extend(trees);
    all
}

/// Returns a tree for each operation below the root.
fn parts(tree: &RandomTree, types: &GraphTypes<'_>) -> Vec<RandomTree> {
    let uses = tree.graph.use_counts();
    let mut trees = Vec::new();
    for (id, node) in tree.graph.iter() {
        let value = GraphValue { node: id, result: 0 };
        let is_root = tree.graph.roots.iter().any(|root| root.value.node == id);
        let is_operation = !node.operands.is_empty() && types.is_integer(node.types[0]);
        if is_root || !is_operation || !uses.contains_key(&value) {
            continue;
        }
        let mut graph = tree.graph.clone();
        graph.roots = vec![GraphRoot { value, name: Some("d".to_owned()) }];
        trees.push(RandomTree { graph, inputs: tree.inputs.clone() });
    }
    trees
}

/// Returns a tree in which a node is a variable.
fn replaced(tree: &RandomTree, node: GraphNodeId, number: u128) -> RandomTree {
    let mut smaller = RandomTree { graph: SelectionGraph::default(), inputs: tree.inputs.clone() };
    let name = format!("v{}", node.index());
    smaller.inputs.insert(name.clone(), number);
    let mut ids: FxHashMap<GraphNodeId, GraphNodeId> = FxHashMap::default();
    for (id, old) in tree.graph.iter() {
        let mut new = old.clone();
        for operand in &mut new.operands {
            // The chain of a replaced access is the chain before it.
            while operand.node == node && operand.result > 0 {
                *operand = old_chain(&tree.graph, node);
            }
            operand.node = ids[&operand.node];
        }
        if id == node {
            new.opcode = "ISD::CopyFromReg".to_owned();
            new.operands.clear();
            new.types.truncate(1);
            new.payload = GraphPayload::Register(name.clone());
        }
        ids.insert(id, smaller.graph.add(new));
    }
    for root in &tree.graph.roots {
        let value = GraphValue { node: ids[&root.value.node], result: root.value.result };
        smaller.graph.roots.push(GraphRoot { value, name: root.name.clone() });
    }
    smaller
}

fn old_chain(graph: &SelectionGraph, node: GraphNodeId) -> GraphValue {
    graph.get(node).operands.first().copied().unwrap_or(GraphValue { node, result: 0 })
}
