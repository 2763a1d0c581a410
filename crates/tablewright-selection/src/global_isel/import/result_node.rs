//! Result operands as rendered since release 22: a named node is the matched node with the same name, and an unnamed
//! node is rendered by its kind.
//!
//! In: a child of a node that creates an instruction, or a default value. Out: an operand renderer, and actions that
//! must come before.

use tablewright_records::{Record, RecordId};

use super::action_list::ActionId;
use super::leaf_class::LeafClass;
use super::pattern::PatternImport;
use super::result::temp_register;
use super::skip_reason::{Imported, ResultProblem, SkipReason};
use crate::global_isel::action::OperandRenderer;
use crate::patterns::{ForestOperation, NodeId};

impl<'s> PatternImport<'_, 's> {
    /// Adds an operand. Returns the insertion point for the next operand, an action.
    pub(super) fn render_node(
        &mut self,
        before: ActionId,
        build: ActionId,
        node: NodeId,
    ) -> Imported<ActionId> {
        let forest = self.sources.patterns.forest();
        let renderer = match forest.operation(node) {
            _ if forest.name(node).is_some() => self.named_node(node)?,
            ForestOperation::Transform(transform) => self.transformed(node, transform)?,
            ForestOperation::Instruction(_) => {
                let (temp, before) = self.make_nested(before, node)?;
                self.render(build, temp_register(temp, false, None));
                return Ok(before);
            }
            ForestOperation::Int(value) => OperandRenderer::Immediate { value, ty: None },
            ForestOperation::Record(record)
                if self.sources.special.undef_tied_input == Some(record) =>
            {
                self.make_undefined(before, build, node)?;
                return Ok(before);
            }
            ForestOperation::Record(record) => self.unnamed_record(node, record)?,
            ForestOperation::Any
            | ForestOperation::IntrinsicNumber(_)
            | ForestOperation::Node(_)
            | ForestOperation::Fragment(_)
            | ForestOperation::ComplexPattern(_)
            | ForestOperation::Set
            | ForestOperation::Implicit => {
                return Err(SkipReason::ResultNode(ResultProblem::Unnamed, node).into());
            }
        };
        self.render(build, renderer);
        Ok(before)
    }

    /// Renders a record without a name.
    fn unnamed_record(&mut self, node: NodeId, record: RecordId) -> Imported<OperandRenderer> {
        if self.is_register(record) {
            let register = self.named_register(record);
            return Ok(OperandRenderer::Register { register, is_def: false, is_dead: false });
        }
        match self.sources.registers.registers.sub_reg_index(record) {
            Some(index) => {
                Ok(OperandRenderer::Immediate { value: i64::from(index.number()), ty: None })
            }
            None => Err(SkipReason::ResultNode(ResultProblem::Unnamed, node).into()),
        }
    }

    /// Renders a named node: the matched node with the same name.
    fn named_node(&mut self, node: NodeId) -> Imported<OperandRenderer> {
        let name = self.node_name(node);
        if let Some(renderer) = self.sub_operand(name) {
            return Ok(renderer);
        }
        let forest = self.sources.patterns.forest();
        if !forest.is_leaf(node) {
            let problem = SkipReason::ResultNode(ResultProblem::Operator, node);
            return Ok(self.matched_node(node).ok_or(problem)?);
        }
        if let Some(record) = forest.leaf_record(node) {
            if forest.types(node).len() != 1 {
                return Err(SkipReason::ResultNode(ResultProblem::ResultCount, node).into());
            }
            if let Some(renderer) = self.named_record(node, self.sources.store.record(record))? {
                return Ok(renderer);
            }
        }
        if self.rule.operand_named(name).is_none() {
            return Err(SkipReason::NotMatched(name).into());
        }
        if forest.operation(node) == ForestOperation::Any {
            return Ok(self.copy(name));
        }
        Err(SkipReason::ResultNode(ResultProblem::Kind, node).into())
    }

    /// Returns the renderer for a named record; `None` if GlobalISel does not copy this kind.
    fn named_record(
        &mut self,
        node: NodeId,
        record: Record<'s>,
    ) -> Imported<Option<OperandRenderer>> {
        let name = self.node_name(node);
        Ok(match self.sources.leaf_class(record) {
            LeafClass::ComplexPattern => {
                if self.sources.equivalences.complex_pattern(record.id()).is_none() {
                    return Err(SkipReason::ComplexPatternOfResult(record.id()).into());
                }
                Some(self.complex_operand(name)?)
            }
            LeafClass::RegisterOperand => Some(self.register_operand(name, record)?),
            LeafClass::RegisterClass | LeafClass::RegClassByHwMode | LeafClass::ValueType => {
                Some(self.copy(name))
            }
            LeafClass::Register
            | LeafClass::SubRegIndex
            | LeafClass::CondCode
            | LeafClass::ImmLeaf
            | LeafClass::Other => None,
        })
    }
}
