//! Selection of a whole graph: operands come before their users, effects are in the order of their chains.

use rustc_hash::{FxHashMap, FxHashSet};
use tablewright_selection::patterns::graph::{
    GraphNodeId, GraphPayload, GraphValue, SelectionGraph,
};
use tablewright_target::instructions::InstructionId;

use super::run::{Assumptions, CreatedNode, GraphInput, NodeAttempt, Recorded};
use super::{SelectedInstruction, SelectedOperand, Selection, SelectionAttempt, Selector};

/// Nodes that replace a value by itself.
const TRANSPARENT: [&str; 4] =
    ["ISD::AssertSext", "ISD::AssertZext", "ISD::AssertAlign", "ISD::FREEZE"];
/// Chains and operands may be nested to this depth.
const MAX_DEPTH: usize = 1500;

/// Selects instructions for a graph.
pub(super) fn select(
    selector: &Selector<'_, '_>,
    graph: &SelectionGraph,
    has_trace: bool,
) -> Selection {
    let uses = graph.use_counts();
    let mut order = SelectionOrder {
        selector,
        input: GraphInput { graph, uses: &uses, has_trace },
        results: FxHashMap::default(),
        covered: FxHashSet::default(),
        pure: FxHashMap::default(),
        depth: 0,
        selection: Selection::default(),
    };
    for root in &graph.roots {
        let is_effect = root.name.is_none() && graph.ty(root.value) == Some(selector.types.other);
        let operand = order.value(root.value);
        order.selection.roots.push(if is_effect { None } else { operand });
    }
    let mut known = FxHashSet::default();
    order.selection.assumptions.retain(|assumption| known.insert(assumption.clone()));
    order.selection
}

struct SelectionOrder<'a, 's> {
    selector: &'a Selector<'a, 's>,
    input: GraphInput<'a>,
    /// The operands that a node's results became; empty for an effect.
    results: FxHashMap<GraphNodeId, Vec<SelectedOperand>>,
    /// Nodes inside a selected pattern.
    covered: FxHashSet<GraphNodeId>,
    /// Instructions without a chain and flags, by their operands.
    pure: FxHashMap<(InstructionId, Vec<SelectedOperand>), usize>,
    depth: usize,
    selection: Selection,
}

impl SelectionOrder<'_, '_> {
    /// Selects a value. Returns its operand; `None` for an effect or after a failure.
    fn value(&mut self, value: GraphValue) -> Option<SelectedOperand> {
        if !self.results.contains_key(&value.node) {
            self.depth += 1;
            let results = self.node(value);
            self.depth -= 1;
            self.results.insert(value.node, results);
        }
        self.results[&value.node].get(value.result as usize).cloned()
    }

    fn node(&mut self, value: GraphValue) -> Vec<SelectedOperand> {
        let node = self.input.graph.get(value.node);
        let value = GraphValue { node: value.node, result: 0 };
        match &node.payload {
            GraphPayload::Register(_)
            | GraphPayload::Block(_)
            | GraphPayload::Condition(_)
            | GraphPayload::Type(_)
            | GraphPayload::Symbol(_) => return vec![SelectedOperand::Leaf(value)],
            GraphPayload::Constant(number) if node.opcode == "ISD::TargetConstant" => {
                return vec![SelectedOperand::Number(*number)];
            }
            GraphPayload::Constant(_) | GraphPayload::Memory(_) | GraphPayload::None => {}
        }
        if self.covered.contains(&value.node) || node.opcode == "ISD::EntryToken" {
            return Vec::new();
        }
        if self.depth > MAX_DEPTH {
            self.selection.failures.push(value);
            return Vec::new();
        }
        if node.opcode == "ISD::TokenFactor" {
            for &operand in &node.operands {
                self.value(operand);
            }
            return Vec::new();
        }
        if let Some(name) = node.opcode.strip_prefix("IR::") {
            return self.left_to_code(value, &name.to_lowercase());
        }
        if TRANSPARENT.contains(&node.opcode.as_str())
            && let Some(&operand) = node.operands.first()
        {
            return self.value(operand).into_iter().collect();
        }
        let mut tried = Vec::new();
        let (selector, input) = (self.selector, self.input);
        let attempt = |assumes| NodeAttempt { input, root: value, assumes };
        let mut found = selector.run(attempt(Assumptions::None), &mut tried);
        if !selector.options.refuses_assumptions {
            for assumptions in [Assumptions::Nodes, Assumptions::All] {
                if found.is_none() {
                    tried.clear();
                    found = selector.run(attempt(assumptions), &mut tried);
                }
            }
        }
        if input.has_trace {
            let selected = found.as_ref().map(|found| found.pattern);
            self.selection.trace.push(SelectionAttempt { node: value, tried, selected });
        }
        let Some(found) = found else { return self.unmatched(value) };
        self.selection.assumptions.extend(found.assumptions);
        // What a covered access waits for comes before the instruction.
        self.covered.extend(found.chained.iter().map(|value| value.node));
        for &chained in &found.chained {
            if let Some(&chain) = self.input.graph.get(chained.node).operands.first()
                && !found.chained.iter().any(|other| other.node == chain.node)
            {
                self.value(chain);
            }
        }
        // Flags are operands that no pattern names.
        for &operand in &self.input.graph.get(value.node).operands {
            if self.input.graph.ty(operand) == Some(self.selector.types.other) {
                self.value(operand);
            }
        }
        let mut created: Vec<usize> = Vec::new();
        for node in &found.created {
            let index = self.emit(node, &created, value, found.pattern);
            created.push(index);
        }
        let results = found.results.iter().filter_map(|result| self.operand(result, &created));
        results.collect::<Vec<_>>()
    }

    /// Adds a call or return, which targets lower in C++, as a pseudo-instruction.
    fn left_to_code(&mut self, value: GraphValue, name: &str) -> Vec<SelectedOperand> {
        let node = self.input.graph.get(value.node);
        let mut operands = Vec::new();
        for &operand in &node.operands {
            operands.extend(self.value(operand));
        }
        let result_count = node.types.len() - 1;
        self.selection.instructions.push(SelectedInstruction {
            name: name.to_owned(),
            instruction: None,
            operands,
            result_count,
            pattern: None,
            node: value,
        });
        let instruction = self.selection.instructions.len() - 1;
        (0..result_count).map(|result| SelectedOperand::Result { instruction, result }).collect()
    }

    /// Adds a created instruction. Returns its number.
    fn emit(
        &mut self,
        created: &CreatedNode,
        numbers: &[usize],
        node: GraphValue,
        pattern: usize,
    ) -> usize {
        let names = &self.selector.names;
        let (name, instruction, operands, result_count, is_pure) = match created {
            CreatedNode::Instruction { id, operands, result_count, is_pure } => (
                names.instruction(*id).to_owned(),
                Some(*id),
                operands.as_slice(),
                *result_count,
                *is_pure,
            ),
            CreatedNode::Copy { register, value } => {
                let register = SelectedOperand::Register(names.register(*register).to_owned());
                let value = self.operand(value, numbers).unwrap_or(SelectedOperand::NoRegister);
                let operands = vec![register, value];
                let (name, instruction) = ("COPY".to_owned(), None);
                let copy = SelectedInstruction {
                    name,
                    instruction,
                    operands,
                    result_count: 0,
                    pattern: None,
                    node,
                };
                self.selection.instructions.push(copy);
                return self.selection.instructions.len() - 1;
            }
        };
        let mut selected = Vec::new();
        for operand in operands {
            selected.push(self.operand(operand, numbers).unwrap_or(SelectedOperand::NoRegister));
        }
        let key = instruction.filter(|_| is_pure).map(|id| (id, selected.clone()));
        if let Some(key) = key {
            if let Some(&equal) = self.pure.get(&key) {
                return equal;
            }
            self.pure.insert(key, self.selection.instructions.len());
        }
        self.selection.instructions.push(SelectedInstruction {
            name,
            instruction,
            operands: selected,
            result_count,
            pattern: Some(pattern),
            node,
        });
        self.selection.instructions.len() - 1
    }

    fn operand(&mut self, recorded: &Recorded, numbers: &[usize]) -> Option<SelectedOperand> {
        Some(match recorded {
            Recorded::Value(value) => return self.value(*value),
            Recorded::Number(number) => SelectedOperand::Number(*number),
            Recorded::Enumerator(text) => SelectedOperand::Enumerator(text.clone()),
            Recorded::Register(None) => SelectedOperand::NoRegister,
            Recorded::Register(Some(register)) => {
                SelectedOperand::Register(self.selector.names.register(*register).to_owned())
            }
            Recorded::Created { index, result } => {
                SelectedOperand::Result { instruction: *numbers.get(*index)?, result: *result }
            }
        })
    }

    /// Handles a node without a pattern. A constant may be created by C++, as an assumption.
    fn unmatched(&mut self, value: GraphValue) -> Vec<SelectedOperand> {
        let number = self.input.graph.get(value.node).constant();
        let Some(number) = number.filter(|_| !self.selector.options.refuses_assumptions) else {
            self.selection.failures.push(value);
            return Vec::new();
        };
        self.selection.assumptions.push(format!("C++ creates the constant {number}"));
        let number = SelectedOperand::Number(number);
        self.selection.instructions.push(SelectedInstruction {
            name: "constant".to_owned(),
            instruction: None,
            operands: vec![number],
            result_count: 1,
            pattern: None,
            node: value,
        });
        let instruction = self.selection.instructions.len() - 1;
        vec![SelectedOperand::Result { instruction, result: 0 }]
    }
}
