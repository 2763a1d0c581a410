//! A node's operands, in the order that its generic instruction has: results first, without chains.

use tablewright_selection::patterns::graph::{
    GraphPayload, GraphTypes, GraphValue, SelectionGraph,
};

/// A generic instruction's operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum GenericOperand {
    Value(GraphValue),
    Number(i64),
}

impl GenericOperand {
    pub(super) fn value(self) -> Option<GraphValue> {
        if let GenericOperand::Value(value) = self { Some(value) } else { None }
    }

    /// Returns an immediate's number. A constant in a register is not an immediate.
    pub(super) fn immediate(self, graph: &SelectionGraph) -> Option<i64> {
        match self {
            GenericOperand::Number(number) => Some(number),
            GenericOperand::Value(value) => {
                let node = graph.get(value.node);
                node.constant().filter(|_| node.opcode == "ISD::TargetConstant")
            }
        }
    }
}

/// Returns a node's operands.
pub(super) fn operands(
    graph: &SelectionGraph,
    types: &GraphTypes<'_>,
    value: GraphValue,
) -> Vec<GenericOperand> {
    let node = graph.get(value.node);
    let results = node.types.iter().filter(|&&ty| ty != types.other).count();
    let result = |result| GenericOperand::Value(GraphValue { node: value.node, result });
    let mut operands: Vec<GenericOperand> = (0..results as u32).map(result).collect();
    if let GraphPayload::Constant(number) = node.payload {
        operands.push(GenericOperand::Number(number));
        return operands;
    }
    let is_chain = |operand: &GraphValue| {
        graph.ty(*operand) == Some(types.other)
            && matches!(
                graph.get(operand.node).payload,
                GraphPayload::None | GraphPayload::Memory(_)
            )
    };
    let inputs = node.operands.iter().filter(|operand| !is_chain(operand));
    let input = |&operand: &GraphValue| match graph.get(operand.node).payload {
        // The type in a node is a size in a generic instruction.
        GraphPayload::Type(ty) => GenericOperand::Number(types.bits(ty).into()),
        GraphPayload::None
        | GraphPayload::Constant(_)
        | GraphPayload::Register(_)
        | GraphPayload::Block(_)
        | GraphPayload::Condition(_)
        | GraphPayload::Symbol(_)
        | GraphPayload::Memory(_) => GenericOperand::Value(operand),
    };
    let mut inputs: Vec<GenericOperand> = inputs.map(input).collect();
    // A comparison's condition comes first.
    if node.opcode == "ISD::SETCC" && inputs.len() == 3 {
        inputs.rotate_right(1);
    }
    operands.extend(inputs);
    operands
}
