//! The parts that all blocks of a function share: types of values, and nodes of the target that compare.

use rustc_hash::{FxHashMap, FxHashSet};

use super::lowering::CompareForm;
use super::promotion::RegisterTypes;
use super::{IrFunction, IrOperation, IrType, IrValue};
use crate::patterns::graph::{GraphTypes, SelectionGraph};

/// A test whether a graph can be selected.
pub trait SelectionTest {
    /// Whether instructions are selected for all nodes.
    fn can_select(&self, graph: &SelectionGraph) -> bool;

    /// Returns the number of instructions, without those for the constant 0. `None` if a node is not selected.
    fn instruction_count(&self, graph: &SelectionGraph) -> Option<usize> {
        self.can_select(graph).then_some(1)
    }
}

/// The parts that all blocks share.
pub(super) struct FunctionContext<'a, 's> {
    pub(super) types: &'a GraphTypes<'s>,
    pub(super) registers: RegisterTypes,
    pub(super) test: &'a dyn SelectionTest,
    pub(super) compare_forms: Vec<CompareForm>,
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
