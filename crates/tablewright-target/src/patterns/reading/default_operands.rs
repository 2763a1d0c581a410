//! Operands with values by default, such as a predicate that is always true.
//!
//! In: records of class `OperandWithDefaultOps`. Out: a tree for each of their values.

use tablewright_records::AnalysisError;
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};

use crate::patterns::forest::{Forest, NodeId};
use crate::patterns::inference::context::Context;
use crate::patterns::inference::draft::Draft;
use crate::patterns::inference::stop::Stop;

impl Context<'_> {
    /// Reads the default values of operands.
    pub(crate) fn read_default_operands(
        &mut self,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), AnalysisError> {
        let mut forest = Forest::default();
        for (number, operand) in
            self.store.derived_if_defined("OperandWithDefaultOps").into_iter().enumerate()
        {
            let mut draft = Draft::new(operand.id(), false);
            let mut values: Vec<NodeId> = Vec::new();
            forest.clear();
            self.go_on(diagnostics, |this, _| {
                for arg in operand.dag("DefaultOps")?.args {
                    let value = this.parse(&mut forest, &mut draft, arg.value, arg.name, 0)?;
                    while this.apply(&mut forest, &draft, value, false)? {}
                    let types = forest.types(value).iter();
                    if types.clone().any(|&types| !this.sets.get(types).is_concrete(true)) {
                        let name = operand.name();
                        let message = format!(
                            "Value #{number} of OperandWithDefaultOps '{name}' doesn't have a concrete type!"
                        );
                        return Err(Stop::from(Diagnostic::error_anywhere(Code::Patterns, message)));
                    }
                    values.push(this.default_operands.forest.import(&forest, value));
                }
                Ok(())
            })?;
            self.default_operands.values.insert(operand.id(), values);
        }
        Ok(())
    }
}
