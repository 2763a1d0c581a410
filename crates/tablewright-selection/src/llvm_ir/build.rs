//! Graphs of a function, one for each block.
//!
//! In: a function, the types of a description, and a test whether a graph can be selected. Out: [`FunctionGraphs`].
//! Comparisons, branches and selections have several forms. The first form that can be selected is taken: the nodes of
//! all targets, then nodes with a `NodeSemantics` or `NodeLowering` record, with operands or the condition reversed.

use rustc_hash::{FxHashMap, FxHashSet};

use super::block_graph::BlockBuilder;
use super::context::{FunctionContext, SelectionTest};
use super::lowering::compare_forms;
use super::promotion::RegisterTypes;
use super::{IrError, IrFunction};
use crate::patterns::PatternsToMatch;
use crate::patterns::graph::{GraphTypes, SelectionGraph};

/// A block's graph.
pub struct BlockGraph {
    /// The block's label.
    pub name: String,
    /// The graph. Values that other blocks use are roots with names.
    pub graph: SelectionGraph,
}

/// A function's graphs.
pub struct FunctionGraphs {
    /// The function's name.
    pub name: String,
    /// The blocks in order.
    pub blocks: Vec<BlockGraph>,
}

impl FunctionGraphs {
    /// Builds the graphs of a function.
    ///
    /// # Errors
    /// If a type has no register, or a value is unknown.
    pub fn new(
        function: &IrFunction,
        types: &GraphTypes<'_>,
        patterns: &PatternsToMatch,
        test: &dyn SelectionTest,
    ) -> Result<FunctionGraphs, IrError> {
        let compare_forms =
            compare_forms(types, patterns).map_err(|error| IrError::new(0, error.to_string()))?;
        let mut context = FunctionContext {
            types,
            registers: RegisterTypes::new(types),
            test,
            compare_forms,
            function,
            value_types: FxHashMap::default(),
            exported: FxHashSet::default(),
            use_counts: FxHashMap::default(),
        };
        context.find_values();
        let mut blocks = Vec::new();
        for (index, block) in function.blocks.iter().enumerate() {
            let graph = BlockBuilder::new(&context, index).build()?;
            blocks.push(BlockGraph { name: block.name.clone(), graph });
        }
        Ok(FunctionGraphs { name: function.name.clone(), blocks })
    }
}
