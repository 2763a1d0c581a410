//! Type inference rules in words.

use tablewright_records::RecordView;
use tablewright_target::instructions::operands::InstructionOperands;

use crate::patterns::forest::{ForestOperation, NodeId};
use crate::patterns::inference::inference_steps::InferenceRule;
use crate::patterns::text::tree_description::TreeDescriber;
use crate::record_views::selection_dag::SdNodeRecord;

impl TreeDescriber<'_> {
    /// Returns a rule: `SDTCisSameAs<0, 1> of add`.
    pub(crate) fn rule(&self, rule: InferenceRule, operands: &InstructionOperands) -> String {
        let record = |id| self.store().record(id).name();
        let name = |symbol| self.store().str(symbol);
        let instruction = |id| record(self.names.instructions.record(id));
        let operand = |id, index: usize| {
            let operands = operands.for_instruction(id);
            let operand = &operands.list()[index];
            let class = record(operands.class(operand).record);
            format!("{class}:${} of {}", name(operand.name), instruction(id))
        };
        match rule {
            InferenceRule::Stated => "the type is written in the pattern".to_owned(),
            InferenceRule::Use(fragment) => {
                let fragment = self.names.vocabulary.fragments[fragment].record;
                format!("the use of {} has this type", record(fragment))
            }
            InferenceRule::Leaf(leaf) => format!("{} has this type", record(leaf)),
            InferenceRule::Number => "a number is an integer".to_owned(),
            InferenceRule::ComplexPattern(pattern) => format!("{} has this type", record(pattern)),
            InferenceRule::Constraint { node, index } => self.constraint(node, index),
            InferenceRule::IntrinsicResult { node, index } => {
                format!("result {index} of {}", self.operator(node))
            }
            InferenceRule::IntrinsicNumber => "the number of an intrinsic is a pointer".to_owned(),
            InferenceRule::IntrinsicParam { node, index } => {
                format!("parameter {index} of {}", self.operator(node))
            }
            InferenceRule::Output { instruction, operand: index } => {
                format!("output {}", operand(instruction, index))
            }
            InferenceRule::ImplicitDef(id) => {
                format!("the first of the registers that {} changes besides", instruction(id))
            }
            InferenceRule::Operand { instruction, operand: index } => {
                format!("operand {}", operand(instruction, index))
            }
            InferenceRule::InsertSubreg => {
                "INSERT_SUBREG has the type of its first operand".to_owned()
            }
            InferenceRule::SameName(symbol) => format!("all ${} have the same type", name(symbol)),
            InferenceRule::MatchedName(symbol) => {
                format!("${} has this type in the matched pattern", name(symbol))
            }
            InferenceRule::Root => "the matched root and the result have the same type".to_owned(),
            InferenceRule::FirstType => {
                "instructions agree on several types, and the first type is used".to_owned()
            }
        }
    }

    /// Returns a type profile constraint: `SDTCisSameAs<0, 1> of add`.
    fn constraint(&self, node: NodeId, index: usize) -> String {
        let operator = self.operator(node);
        let text = self.constraint_text(node, index);
        format!("{} of {operator}", text.as_deref().unwrap_or("the type profile"))
    }

    fn constraint_text(&self, node: NodeId, index: usize) -> Option<String> {
        let ForestOperation::Node(id) = self.forest.operation(node) else {
            return None;
        };
        let record = self.store().record(self.names.vocabulary.sd_nodes[id].record);
        let constraints = SdNodeRecord::new(record).type_profile().ok()?.constraints().ok()?;
        let constraint = constraints.get(index)?;
        let class = self.store().class(*constraint.direct_superclasses().first()?);
        let args = constraint.fields().map(|field| self.store().value_text(field.value));
        Some(format!("{}<{}>", class.name(), args.collect::<Vec<_>>().join(", ")))
    }
}
