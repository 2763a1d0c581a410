//! Nodes at the root of patterns, each with the instruction that replaces the node.
//!
//! In: the field `Pattern` of instructions, and records of class `Pattern` with a single result. Out: the roots that
//! are an `SDNode`. Fragments are not expanded.

use tablewright_records::{
    AnalysisError, Dag, DagArg, Record, RecordStore, RecordView, Value, ValueId,
};
use tablewright_selection::record_views::selection_dag::{PatternRecord, SdNodeRecord};

use super::own::own_instructions;

/// Maximum nesting depth of types around a node.
const MAX_DEPTH: usize = 8;

/// A node that an instruction replaces.
pub(super) struct SelectedNode<'s> {
    pub(super) node: SdNodeRecord<'s>,
    /// The node's operands.
    pub(super) args: &'s [DagArg],
    pub(super) instruction: Record<'s>,
    /// Whether the pattern belongs to the instruction's record.
    pub(super) is_own_pattern: bool,
}

/// Returns the nodes in instruction order, then in pattern order.
pub(super) fn selected_nodes(store: &RecordStore) -> Result<Vec<SelectedNode<'_>>, AnalysisError> {
    let mut nodes = Vec::new();
    for instruction in own_instructions(store)? {
        let Value::List(list) = store.value(instruction.record.pattern()?) else { continue };
        for &value in list.elements {
            if let Some((node, args)) = root(store, value, 0) {
                let instruction = *instruction.record;
                nodes.push(SelectedNode { node, args, instruction, is_own_pattern: true });
            }
        }
    }
    for pattern in PatternRecord::all_if_defined(store) {
        let Value::List(results) = store.value(pattern.result_instrs_value()?) else { continue };
        let [result] = results.elements else { continue };
        if let Some((node, args)) = root(store, pattern.pattern_to_match()?, 0)
            && let Value::Dag(result) = store.value(*result)
            && let Value::Def(operator) = store.value(result.operator)
            && store.record(operator).inherits("Instruction")
        {
            let instruction = store.record(operator);
            nodes.push(SelectedNode { node, args, instruction, is_own_pattern: false });
        }
    }
    Ok(nodes)
}

/// Returns the node and its operands in `(set R:$d, (node …))`, `(i32 (node …))` or `(node …)`.
fn root<'s>(
    store: &'s RecordStore,
    value: ValueId,
    depth: usize,
) -> Option<(SdNodeRecord<'s>, &'s [DagArg])> {
    let Value::Dag(dag) = store.value(value) else { return None };
    let Dag { operator, args, .. } = dag;
    let Value::Def(operator) = store.value(operator) else { return None };
    let operator = store.record(operator);
    let is_wrapper = operator.name() == "set" || operator.inherits("ValueType");
    if is_wrapper {
        return root(store, args.last()?.value, depth + 1).filter(|_| depth < MAX_DEPTH);
    }
    Some((SdNodeRecord::from_record(operator)?, args))
}
