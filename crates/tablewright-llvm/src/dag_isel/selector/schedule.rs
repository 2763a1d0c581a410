//! The order of selected instructions: source order, bottom up.
//!
//! In: a selection, and the positions of its graph's nodes. Out: the same instructions in the order in which LLVM's
//! list scheduler for source order prints them. An instruction has the position of its pattern's root. Constants have
//! no position and come directly before their first user. Instructions with the same position are ordered by the
//! number of registers that their operands need.

use rustc_hash::FxHashMap;
use tablewright_selection::patterns::graph::{GraphNodeId, GraphPayload, SelectionGraph};
use tablewright_target::value_types::ValueType;

use super::{SelectedInstruction, SelectedOperand, Selection};

/// Instructions that stay together, such as a comparison and the branch that reads its flags.
#[derive(Default)]
struct Unit {
    /// Instruction numbers, in order.
    members: Vec<usize>,
    /// Units with a value that this unit reads, each once.
    operands: Vec<usize>,
    /// Units that precede this unit: operands, and earlier effects.
    predecessors: Vec<usize>,
    successors: Vec<usize>,
    position: u32,
    /// Registers needed to compute the value (Sethi and Ullman).
    registers: usize,
    /// The longest path to an instruction without users.
    height: usize,
    /// The longest path from an instruction without operands.
    depth: usize,
}

/// Puts the instructions of a selection in source order.
pub(super) fn in_source_order(selection: &mut Selection, graph: &SelectionGraph, other: ValueType) {
    let units = units(&selection.instructions, graph, other);
    let order = scheduled(&units);
    let mut numbers = vec![0; selection.instructions.len()];
    for (number, &old) in order.iter().enumerate() {
        numbers[old] = number;
    }
    let renumber = |operand: &mut SelectedOperand| {
        if let SelectedOperand::Result { instruction, .. } = operand {
            *instruction = numbers[*instruction];
        }
    };
    let mut instructions: Vec<Option<SelectedInstruction>> =
        std::mem::take(&mut selection.instructions).into_iter().map(Some).collect();
    for old in order {
        let mut instruction = instructions[old].take().expect("each number occurs once");
        instruction.operands.iter_mut().for_each(renumber);
        selection.instructions.push(instruction);
    }
    selection.roots.iter_mut().flatten().for_each(renumber);
}

/// Groups instructions, and finds their dependences.
fn units(
    instructions: &[SelectedInstruction],
    graph: &SelectionGraph,
    other: ValueType,
) -> Vec<Unit> {
    let mut units: Vec<Unit> = Vec::new();
    let mut unit_of: Vec<usize> = Vec::new();
    let mut by_node: FxHashMap<GraphNodeId, usize> = FxHashMap::default();
    let mut last_effect = None;
    for (number, instruction) in instructions.iter().enumerate() {
        let node = instruction.node.node;
        let position = graph.position(node).unwrap_or(0);
        let glued = glue_operand(graph, node, other).and_then(|glue| by_node.get(&glue).copied());
        let is_copy = instruction.name == "COPY";
        let unit = match glued {
            // The instruction that reads the flags decides the position.
            Some(unit) => {
                units[unit].position = position;
                unit
            }
            None => {
                units.push(Unit { position, ..Unit::default() });
                units.len() - 1
            }
        };
        units[unit].members.push(number);
        unit_of.push(unit);
        by_node.insert(node, unit);
        for operand in &instruction.operands {
            if let SelectedOperand::Result { instruction, .. } = operand {
                let operand = unit_of[*instruction];
                if operand != unit && !units[unit].operands.contains(&operand) {
                    units[unit].operands.push(operand);
                    units[unit].predecessors.push(operand);
                }
            }
        }
        let types = &graph.get(node).types;
        let is_effect = types.last() == Some(&other) && has_chain(graph, node) || is_copy;
        if is_effect {
            if let Some(last) = last_effect.filter(|&last| last != unit)
                && !units[unit].predecessors.contains(&last)
            {
                units[unit].predecessors.push(last);
            }
            last_effect = Some(unit);
        }
    }
    for unit in 0..units.len() {
        for predecessor in units[unit].predecessors.clone() {
            units[predecessor].successors.push(unit);
        }
    }
    measure(&mut units);
    units
}

fn has_chain(graph: &SelectionGraph, node: GraphNodeId) -> bool {
    let first = graph.get(node).operands.first();
    first.is_some_and(|first| {
        let first_node = graph.get(first.node);
        first_node.opcode == "ISD::EntryToken"
            || matches!(first_node.payload, GraphPayload::None | GraphPayload::Memory(_))
                && first_node.types.len() == first.result as usize + 1
                && has_chain(graph, first.node)
    })
}

/// Returns the node whose flags a node reads: its last operand, if that is not a chain, block or condition.
fn glue_operand(
    graph: &SelectionGraph,
    node: GraphNodeId,
    other: ValueType,
) -> Option<GraphNodeId> {
    let last = graph.get(node).operands.last()?;
    let producer = graph.get(last.node);
    let is_glue = graph.ty(*last) == Some(other)
        && producer.payload == GraphPayload::None
        && producer.opcode != "ISD::EntryToken"
        && !has_chain(graph, last.node);
    is_glue.then_some(last.node)
}

/// Computes registers, heights and depths. Operands precede their users.
fn measure(units: &mut [Unit]) {
    for unit in 0..units.len() {
        let mut most = 0;
        let mut equal = 0;
        for &operand in &units[unit].operands {
            let registers = units[operand].registers;
            if registers > most {
                (most, equal) = (registers, 0);
            } else if registers == most {
                equal += 1;
            }
        }
        let depth = units[unit].predecessors.iter().map(|&it| units[it].depth + 1).max();
        units[unit].registers = (most + equal).max(1);
        units[unit].depth = depth.unwrap_or(0);
    }
    for unit in (0..units.len()).rev() {
        let height = units[unit].successors.iter().map(|&it| units[it].height + 1).max();
        units[unit].height = height.unwrap_or(0);
    }
}

/// Returns the numbers of the instructions in order.
fn scheduled(units: &[Unit]) -> Vec<usize> {
    let mut waiting: Vec<usize> = units.iter().map(|unit| unit.successors.len()).collect();
    let mut available: Vec<usize> = (0..units.len()).filter(|&unit| waiting[unit] == 0).collect();
    let mut reversed = Vec::new();
    while !available.is_empty() {
        let mut best = 0;
        for candidate in 1..available.len() {
            if comes_later(units, available[candidate], available[best]) {
                best = candidate;
            }
        }
        let unit = available.remove(best);
        reversed.extend(units[unit].members.iter().rev());
        for &predecessor in &units[unit].predecessors {
            waiting[predecessor] -= 1;
            if waiting[predecessor] == 0 {
                available.push(predecessor);
            }
        }
    }
    reversed.reverse();
    reversed
}

/// Whether an available unit comes after another one.
fn comes_later(units: &[Unit], unit: usize, other: usize) -> bool {
    let (a, b) = (&units[unit], &units[other]);
    // A unit without a position is as late as possible.
    let position = |unit: &Unit| if unit.position == 0 { u32::MAX } else { unit.position };
    let keys = |unit: &Unit| (position(unit), std::cmp::Reverse(priority(unit)));
    if keys(a) != keys(b) {
        return keys(a) > keys(b);
    }
    let closest = |unit: &Unit| unit.successors.iter().map(|&it| units[it].height).max();
    if closest(a) != closest(b) {
        return closest(a) > closest(b);
    }
    let scratches = |unit: &Unit| unit.operands.len();
    if scratches(a) != scratches(b) {
        return scratches(a) < scratches(b);
    }
    if a.height != b.height {
        return a.height < b.height;
    }
    a.depth > b.depth
}

/// Returns the registers that a unit needs: none for a leaf, very many for the end of a computation.
fn priority(unit: &Unit) -> usize {
    if unit.successors.is_empty() && !unit.predecessors.is_empty() {
        return usize::MAX;
    }
    if unit.predecessors.is_empty() { 0 } else { unit.registers }
}
