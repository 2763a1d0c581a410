//! LLVM IR functions, selected block by block.

use tablewright_selection::llvm_ir::{FunctionGraphs, IrError, parse_functions};

use super::{NamedAttempt, NamedInstruction, Selector, ValueNames};

/// A block's instructions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SelectedBlock {
    /// The function's name.
    pub function: String,
    /// The block's label.
    pub block: String,
    /// The instructions in order.
    pub instructions: Vec<NamedInstruction>,
    /// A line for each value that is not an instruction's result: `$a is $b`.
    pub other_values: Vec<String>,
    /// Assumptions about C++ functions, each once.
    pub assumptions: Vec<String>,
    /// The nodes that nothing selects, as text.
    pub failures: Vec<String>,
    /// The attempts, if a trace was requested.
    pub trace: Vec<NamedAttempt>,
}

impl Selector<'_, '_> {
    /// Selects the functions in a file. A node that nothing selects is a failure, and the other nodes are selected.
    ///
    /// # Errors
    /// A mistake in the text, or a part that [`tablewright_selection::llvm_ir`] cannot read.
    pub fn select_functions(&self, text: &str) -> Result<Vec<SelectedBlock>, IrError> {
        let mut blocks = Vec::new();
        for function in parse_functions(text)? {
            let graphs = FunctionGraphs::new(&function, &self.types, self.source.patterns(), self)?;
            for block in graphs.blocks {
                let selection = self.select(&block.graph);
                let names = ValueNames::new(&self.types, &block.graph, &selection);
                blocks.push(SelectedBlock {
                    function: graphs.name.clone(),
                    block: block.name,
                    instructions: names.instructions(),
                    other_values: names.other_values(),
                    failures: names.failures(),
                    trace: names.attempts(),
                    assumptions: selection.assumptions,
                });
            }
        }
        Ok(blocks)
    }
}
