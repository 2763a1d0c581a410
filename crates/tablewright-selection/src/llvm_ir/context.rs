//! The parts that all blocks of a function share: types of values, and nodes of the target that compare.

use rustc_hash::{FxHashMap, FxHashSet};
use tablewright_records::{FieldError, RecordStore, Value};
use tablewright_syntax::symbol::Symbol;

use super::promotion::RegisterTypes;
use super::{IrFunction, IrOperation, IrType, IrValue};
use crate::patterns::PatternsToMatch;
use crate::patterns::graph::{GraphTypes, SelectionGraph};
use crate::sd_node_properties::SdNodeProperty;

/// A test whether a graph can be selected.
pub trait SelectionTest {
    /// Whether instructions are selected for all nodes.
    fn can_select(&self, graph: &SelectionGraph) -> bool;
}

/// A node of the target that compares and then branches or selects.
pub(super) struct CompareNode {
    pub(super) opcode: String,
    /// The meaning of each operand.
    pub(super) operands: Vec<CompareOperand>,
    /// The condition. `None` if it is an operand.
    pub(super) condition: Option<String>,
    pub(super) is_branch: bool,
    pub(super) has_chain: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CompareOperand {
    Left,
    Right,
    Condition,
    /// The branch's target.
    Target,
    Yes,
    No,
}

/// The parts that all blocks share.
pub(super) struct FunctionContext<'a, 's> {
    pub(super) types: &'a GraphTypes<'s>,
    pub(super) registers: RegisterTypes,
    pub(super) test: &'a dyn SelectionTest,
    pub(super) compare_nodes: Vec<CompareNode>,
    pub(super) function: &'a IrFunction,
    /// The type of each value.
    pub(super) value_types: FxHashMap<&'a str, IrType>,
    /// Values with a use in another block than their definition.
    pub(super) exported: FxHashSet<&'a str>,
    /// The number of uses of each value.
    pub(super) use_counts: FxHashMap<&'a str, usize>,
}

impl<'a> FunctionContext<'a, '_> {
    /// Collects the types of values, and the values that several blocks use.
    pub(super) fn find_values(&mut self) {
        let function = self.function;
        let mut blocks: FxHashMap<&'a str, usize> = FxHashMap::default();
        for parameter in &function.parameters {
            self.value_types.insert(&parameter.name, parameter.ty);
        }
        for (index, block) in function.blocks.iter().enumerate() {
            for instruction in &block.instructions {
                if let Some(result) = &instruction.result {
                    self.value_types.insert(result, instruction.operation.result_type());
                    blocks.insert(result, index);
                }
            }
        }
        for (index, block) in function.blocks.iter().enumerate() {
            for instruction in &block.instructions {
                let is_phi = matches!(instruction.operation, IrOperation::Phi { .. });
                for value in operands(&instruction.operation) {
                    let IrValue::Local(name) = value else { continue };
                    *self.use_counts.entry(name).or_default() += 1;
                    let of_block = blocks.get(name.as_str());
                    if is_phi || of_block.is_some_and(|&of_block| of_block != index) {
                        self.exported.insert(name);
                    }
                }
            }
        }
    }
}

/// Returns the operands of an operation.
fn operands(operation: &IrOperation) -> Vec<&IrValue> {
    match operation {
        IrOperation::Binary { left, right, .. } | IrOperation::Compare { left, right, .. } => {
            vec![left, right]
        }
        IrOperation::Select { condition, yes, no, .. } => vec![condition, yes, no],
        IrOperation::Cast { value, .. } => vec![value],
        IrOperation::Load { address, .. } => vec![address],
        IrOperation::Store { value, address, .. } => vec![value, address],
        IrOperation::Address { base, index, .. } => vec![base, index],
        IrOperation::Jump { .. } => Vec::new(),
        IrOperation::Branch { condition, .. } => vec![condition],
        IrOperation::Phi { incoming, .. } => incoming.iter().map(|(value, _)| value).collect(),
        IrOperation::Call { arguments, .. } => arguments.iter().map(|(_, value)| value).collect(),
        IrOperation::Return { value, .. } => value.iter().collect(),
    }
}

/// Finds the nodes whose semantics are a comparison with a branch or a selection:
/// `NodeSemantics<(BrEq $a, $b, $t), [(brcond (seteq $a, $b), $t)]>`.
pub(super) fn compare_nodes(
    store: &RecordStore,
    patterns: &PatternsToMatch,
) -> Result<Vec<CompareNode>, FieldError> {
    let mut nodes = Vec::new();
    for record in store.derived_if_defined("NodeSemantics") {
        let (node, trees) = (record.dag("Node")?, record.list("Trees")?);
        let [tree] = trees else { continue };
        let operator = |value| store.value(value).as_def();
        let Some(sd_node) = operator(node.operator).and_then(|it| patterns.sd_node_of(it)) else {
            continue;
        };
        let Value::Dag(tree) = store.value(*tree) else { continue };
        let Some(name) = operator(tree.operator).map(|it| store.record(it).name()) else {
            continue;
        };
        let Some((condition, rest)) = tree.args.split_first() else { continue };
        let Value::Dag(comparison) = store.value(condition.value) else { continue };
        let Some(comparison_name) = operator(comparison.operator) else { continue };
        let comparison_name = store.record(comparison_name).name();
        let mut names: Vec<(Option<Symbol>, CompareOperand)> = Vec::new();
        let compared = [CompareOperand::Left, CompareOperand::Right, CompareOperand::Condition];
        names.extend(comparison.args.iter().map(|arg| arg.name).zip(compared));
        let others: &[CompareOperand] = match name {
            "brcond" => &[CompareOperand::Target],
            "select" => &[CompareOperand::Yes, CompareOperand::No],
            _ => continue,
        };
        names.extend(rest.iter().map(|arg| arg.name).zip(others.iter().copied()));
        let meaning = |name: Option<Symbol>| {
            let found = names.iter().find(|(own, _)| own.is_some() && *own == name);
            found.map(|&(_, operand)| operand)
        };
        let operands: Option<Vec<CompareOperand>> =
            node.args.iter().map(|arg| meaning(arg.name)).collect();
        let Some(operands) = operands.filter(|operands| operands.len() == names.len()) else {
            continue;
        };
        let sd_node = patterns.sd_node(sd_node);
        nodes.push(CompareNode {
            opcode: store.str(sd_node.opcode).to_owned(),
            operands,
            condition: (comparison_name != "setcc").then(|| comparison_name.to_uppercase()),
            is_branch: name == "brcond",
            has_chain: sd_node.has(SdNodeProperty::HasChain),
        });
    }
    Ok(nodes)
}
