//! Operands with default values, such as a predicate that is always true.
//!
//! In: `OperandWithDefaultOps` records. Out: a tree for each default value.

use std::sync::Arc;

use tablewright_records::{AnalysisError, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};

use crate::patterns::forest::NodeId;
use crate::patterns::inference::TypeInference;
use crate::patterns::inference::stop::PatternError;
use crate::record_views::selection_dag::OperandWithDefaultOpsRecord;

impl TypeInference<'_> {
    /// Reads operand default values.
    pub(crate) fn read_default_operands(
        &mut self,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), AnalysisError> {
        let operands = OperandWithDefaultOpsRecord::all_if_defined(self.target.store);
        for (number, operand) in operands.into_iter().enumerate() {
            let mut values: Vec<NodeId> = Vec::new();
            self.begin(operand.id(), false);
            self.report_and_continue(diagnostics, |this, _| {
                this.read_default_values(number, operand, &mut values)
            })?;
            self.vocabulary_mut().default_operands.values.insert(operand.id(), values);
        }
        Ok(())
    }

    /// Reads the default values of operand `number` into `values`.
    fn read_default_values(
        &mut self,
        number: usize,
        operand: OperandWithDefaultOpsRecord<'_>,
        values: &mut Vec<NodeId>,
    ) -> Result<(), PatternError> {
        for arg in operand.default_ops()?.args {
            let value = self.parse(arg.value, arg.name, 0)?;
            while self.apply(value)? {}
            let mut types = self.forest.types(value).iter();
            if types.any(|&types| !self.sets.get(types).is_concrete(true)) {
                let name = operand.name();
                let message = format!(
                    "Value #{number} of OperandWithDefaultOps '{name}' doesn't have a concrete type!"
                );
                return Err(Diagnostic::error_anywhere(Code::PatternNodes, message).into());
            }
            let kept = &mut Arc::make_mut(&mut self.vocabulary).default_operands.forest;
            values.push(kept.import(&self.forest, value));
        }
        Ok(())
    }
}
