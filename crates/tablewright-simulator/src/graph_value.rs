//! Direct evaluation of a graph, without instructions.

use rustc_hash::FxHashMap;
use tablewright_selection::patterns::graph::{
    GraphMemory, GraphNode, GraphNodeId, GraphPayload, GraphTypes, GraphValue, LoadExtension,
    SelectionGraph,
};

use crate::evaluate::{binary, compare, unary};
use crate::operation::{Operation, condition, operation};
use crate::program::{BinaryOp, UnaryOp, ValueType, mask, signed};

/// Bytes in memory that a graph reads and writes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GraphBytes {
    /// The address of the first byte.
    pub start: u64,
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Whether the first byte of a number is the highest.
    pub is_big_endian: bool,
}

/// The values of a graph: by node, the values of its results.
pub type GraphValues = FxHashMap<GraphValue, u128>;

/// Whether the evaluation of a graph knows a node.
pub fn is_evaluated(opcode: &str) -> bool {
    operation(opcode).is_some_and(|operation| match operation {
        Operation::Unary(op) => !matches!(
            op,
            UnaryOp::FloatNegate
                | UnaryOp::FloatAbsolute
                | UnaryOp::SquareRoot
                | UnaryOp::Floor
                | UnaryOp::Ceiling
                | UnaryOp::RoundToZero
                | UnaryOp::RoundEven
                | UnaryOp::FloatToSigned
                | UnaryOp::FloatToUnsigned
                | UnaryOp::SignedToFloat
                | UnaryOp::UnsignedToFloat
                | UnaryOp::FloatToFloat
        ),
        Operation::Binary(op) => !matches!(
            op,
            BinaryOp::FloatAdd
                | BinaryOp::FloatSubtract
                | BinaryOp::FloatMultiply
                | BinaryOp::FloatDivide
                | BinaryOp::FloatMinimum
                | BinaryOp::FloatMaximum
                | BinaryOp::CopySign
        ),
        Operation::SignExtendInRegister
        | Operation::Compare
        | Operation::Select
        | Operation::SelectCompare
        | Operation::Load
        | Operation::Store
        | Operation::Products(_)
        | Operation::Divisions(..)
        | Operation::Same => true,
        Operation::MultiplyAdd
        | Operation::Jump
        | Operation::JumpIf
        | Operation::JumpCompare
        | Operation::ProgramCounter
        | Operation::NextInstruction => false,
    })
}

/// Evaluates the roots of a graph, in the order of its nodes. Stores change `memory`.
///
/// # Errors
/// A message if a value is not described, for example a division by zero, or a node is not known.
pub fn evaluate_graph(
    graph: &SelectionGraph,
    types: &GraphTypes<'_>,
    inputs: &FxHashMap<String, u128>,
    memory: &mut GraphBytes,
) -> Result<GraphValues, String> {
    let mut needed = vec![false; graph.len()];
    let mut pending: Vec<GraphNodeId> = graph.roots.iter().map(|root| root.value.node).collect();
    while let Some(node) = pending.pop() {
        if !std::mem::replace(&mut needed[node.index()], true) {
            pending.extend(graph.get(node).operands.iter().map(|value| value.node));
        }
    }
    let mut evaluation =
        GraphEvaluation { graph, types, inputs, memory, values: FxHashMap::default() };
    for (id, node) in graph.iter() {
        if needed[id.index()] {
            evaluation.node(id, node)?;
        }
    }
    Ok(evaluation.values)
}

struct GraphEvaluation<'a, 's> {
    graph: &'a SelectionGraph,
    types: &'a GraphTypes<'s>,
    inputs: &'a FxHashMap<String, u128>,
    memory: &'a mut GraphBytes,
    values: GraphValues,
}

impl GraphEvaluation<'_, '_> {
    fn width(&self, value: GraphValue) -> u32 {
        self.graph.ty(value).map_or(0, |ty| self.types.bits(ty)).clamp(1, 128)
    }

    fn value(&self, value: GraphValue) -> Result<u128, String> {
        self.values
            .get(&value)
            .copied()
            .ok_or_else(|| format!("{} has no value", self.graph.text(self.types, value)))
    }

    fn node(&mut self, id: GraphNodeId, node: &GraphNode) -> Result<(), String> {
        let value = GraphValue { node: id, result: 0 };
        let width = self.width(value);
        match &node.payload {
            GraphPayload::Constant(number) => {
                self.values.insert(value, *number as u128 & mask(width));
                return Ok(());
            }
            GraphPayload::Register(name) => {
                let number = self.inputs.get(name).copied();
                let number = number.ok_or_else(|| format!("${name} has no value"))?;
                self.values.insert(value, number & mask(width));
                return Ok(());
            }
            GraphPayload::Memory(memory) => return self.access(value, node, *memory),
            GraphPayload::Block(_)
            | GraphPayload::Condition(_)
            | GraphPayload::Type(_)
            | GraphPayload::Symbol(_) => return Ok(()),
            GraphPayload::None => {}
        }
        if node.opcode == "ISD::EntryToken" {
            return Ok(());
        }
        let known = operation(&node.opcode);
        let known = known.ok_or_else(|| format!("node {} is not known", node.opcode))?;
        for result in 0..node.types.len() as u32 {
            let value = GraphValue { node: id, result };
            let number = self.operation(known, node, value)?;
            let width = self.width(value);
            self.values.insert(value, number & mask(width));
        }
        Ok(())
    }

    fn operation(
        &self,
        operation: Operation,
        node: &GraphNode,
        value: GraphValue,
    ) -> Result<u128, String> {
        let ty = ValueType::integer(self.width(value));
        let operands = &node.operands;
        let operand = |index: usize| match operands.get(index) {
            Some(&operand) => self.value(operand),
            None => Err(format!("node {} lacks an operand", node.opcode)),
        };
        let width = |index: usize| operands.get(index).map_or(1, |&operand| self.width(operand));
        let compared = |a: usize, b: usize, code: usize| {
            let code = operands.get(code).map(|code| &self.graph.get(code.node).payload);
            let Some(GraphPayload::Condition(code)) = code else {
                return Err("a comparison lacks its condition".to_owned());
            };
            let condition = condition(code, false);
            let condition = condition.ok_or_else(|| format!("condition {code} is not known"))?;
            compare(condition, operand(a)?, operand(b)?, ValueType::integer(width(a)))
                .map_err(|undefined| undefined.message().to_owned())
        };
        let wrap = |result: Result<u128, crate::evaluate::Undefined>| {
            result.map_err(|undefined| undefined.message().to_owned())
        };
        match operation {
            Operation::Unary(op) => wrap(unary(op, operand(0)?, ValueType::integer(width(0)), ty)),
            Operation::Binary(op) => {
                let is_shift = matches!(
                    op,
                    BinaryOp::ShiftLeft | BinaryOp::ShiftRight | BinaryOp::ShiftRightArithmetic
                );
                if is_shift && operand(1)? >= u128::from(ty.width) {
                    return Err("a shift by the width or more has no result".to_owned());
                }
                wrap(binary(op, operand(0)?, operand(1)?, ty))
            }
            Operation::SignExtendInRegister => {
                let from = operands.get(1).map(|from| &self.graph.get(from.node).payload);
                let Some(GraphPayload::Type(from)) = from else {
                    return Err("an extension lacks its type".to_owned());
                };
                Ok(signed(operand(0)?, self.types.bits(*from)) as u128)
            }
            Operation::Compare => Ok(u128::from(compared(0, 1, 2)?)),
            Operation::Select => match operand(0)? {
                0 => operand(2),
                1 => operand(1),
                // Comparisons are zero or one, and instructions differ in their use of other numbers.
                _ => Err("a condition that is neither zero nor one has no result".to_owned()),
            },
            Operation::SelectCompare => operand(if compared(0, 1, 4)? { 2 } else { 3 }),
            Operation::Products(high) => {
                let op = if value.result == 0 { BinaryOp::Multiply } else { high };
                wrap(binary(op, operand(0)?, operand(1)?, ty))
            }
            Operation::Divisions(quotient, remainder) => {
                let op = if value.result == 0 { quotient } else { remainder };
                wrap(binary(op, operand(0)?, operand(1)?, ty))
            }
            Operation::Same => operand(0),
            Operation::MultiplyAdd
            | Operation::Load
            | Operation::Store
            | Operation::Jump
            | Operation::JumpIf
            | Operation::JumpCompare
            | Operation::ProgramCounter
            | Operation::NextInstruction => Err(format!("node {} is not known", node.opcode)),
        }
    }

    fn access(
        &mut self,
        value: GraphValue,
        node: &GraphNode,
        access: GraphMemory,
    ) -> Result<(), String> {
        let size = (self.types.bits(access.ty) / 8) as usize;
        let is_store = node.opcode == "ISD::STORE";
        let address = node.operands.get(if is_store { 2 } else { 1 });
        let address = self.value(*address.ok_or("an access lacks its address")?)?;
        let start = address.checked_sub(u128::from(self.memory.start));
        let start = start.and_then(|start| usize::try_from(start).ok());
        let start = start.filter(|start| start + size <= self.memory.bytes.len() && size > 0);
        let start = start.ok_or("an address is outside of memory")?;
        let is_big_endian = self.memory.is_big_endian;
        let place = |index: usize| start + if is_big_endian { size - 1 - index } else { index };
        if is_store {
            let stored = self.value(node.operands[1])?;
            for index in 0..size {
                self.memory.bytes[place(index)] = (stored >> (8 * index)) as u8;
            }
            return Ok(());
        }
        let mut number = 0;
        for index in 0..size {
            number |= u128::from(self.memory.bytes[place(index)]) << (8 * index);
        }
        let number = match access.extension {
            LoadExtension::Sign => signed(number, size as u32 * 8) as u128,
            LoadExtension::Zero | LoadExtension::None => number,
            LoadExtension::Any => {
                return Err("the upper bits of a load are not described".to_owned());
            }
        };
        let width = self.width(value);
        self.values.insert(value, number & mask(width));
        Ok(())
    }
}
