//! The steps that print an instruction, read from its `AsmString`.

use rustc_hash::FxHashMap;
use tablewright_index::{IndexVec, define_index};
use tablewright_records::{FieldError, Record, RecordView};
use tablewright_target::instructions::asm_piece::{AsmPiece, for_each_piece};
use tablewright_target::instructions::asm_string;
use tablewright_target::instructions::operands::{Operands, no_operand};
use tablewright_target::qualified_name::QualifiedName;
use tablewright_target::record_views::instruction::InstructionRecord;

/// The `OperandType` of addresses relative to the instruction, with its namespace.
const PC_REL: QualifiedName<'_> = QualifiedName { namespace: "MCOI", name: "OPERAND_PCREL" };

/// A print step for an instruction.
#[doc(alias = "AsmWriterOperand")]
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum PrintStep<'m> {
    /// Text between quotes in a C++ literal.
    Text(String),
    /// Calls the printer's method for an operand.
    Operand {
        method: &'m str,
        /// Its number among the machine operands.
        mi_operand: u32,
        /// The text after the colon in `${operand:modifier}`; it may be empty.
        modifier: String,
        is_pc_rel: bool,
    },
    /// Calls the printer's method for a modifier without an operand: `${:modifier}`.
    Special { modifier: String },
    /// Ends every instruction.
    Return,
}

define_index! {
    /// A step; equal steps have equal ids.
    pub(crate) struct PrintPlanStepId;
    /// The plan of an instruction that is printed.
    pub(super) struct PlanId;
}

/// The instructions that are printed, and the steps of each that are still to be packed.
#[derive(Default)]
pub(super) struct PrintPlans {
    /// Steps for all instructions, one instruction after another.
    pub(super) steps: Vec<PrintPlanStepId>,
    pub(super) plans: IndexVec<PlanId, PrintPlan>,
}

/// An instruction's print steps: a range in all steps.
#[doc(alias = "AsmWriterInst")]
pub(super) struct PrintPlan {
    /// Instruction number.
    pub(super) instruction: usize,
    /// The first of the steps that are not packed yet.
    pub(super) start: usize,
    /// End step.
    pub(super) end: usize,
}

impl PrintPlans {
    /// Returns the steps of a plan that are not packed yet.
    pub(super) fn steps_of(&self, plan: &PrintPlan) -> &[PrintPlanStepId] {
        &self.steps[plan.start..plan.end]
    }

    /// Builds plans for instructions whose steps are the letters in texts.
    #[cfg(test)]
    pub(super) fn from_letters(instructions: &[&str]) -> PrintPlans {
        let mut plans = PrintPlans::default();
        for (instruction, steps) in instructions.iter().enumerate() {
            let start = plans.steps.len();
            plans.steps.extend(steps.bytes().map(|step| PrintPlanStepId::from_index(step.into())));
            plans.plans.push(PrintPlan { instruction, start, end: plans.steps.len() });
        }
        plans
    }
}

/// Assigns ids to distinct steps.
#[derive(Default)]
pub(super) struct StepInterner<'m> {
    pub(super) steps: IndexVec<PrintPlanStepId, PrintStep<'m>>,
    /// Texts have a map of their own: a lookup by `&str` needs no allocated [`PrintStep`].
    texts: FxHashMap<String, PrintPlanStepId>,
    others: FxHashMap<PrintStep<'m>, PrintPlanStepId>,
}

impl<'m> StepInterner<'m> {
    fn text(&mut self, text: &str) -> PrintPlanStepId {
        if let Some(&step) = self.texts.get(text) {
            return step;
        }
        let step = self.steps.push(PrintStep::Text(text.to_owned()));
        self.texts.insert(text.to_owned(), step);
        step
    }

    fn other(&mut self, step: PrintStep<'m>) -> PrintPlanStepId {
        if let Some(&id) = self.others.get(&step) {
            return id;
        }
        let id = self.steps.push(step.clone());
        self.others.insert(step, id);
        id
    }

    /// Adds to `plan` the steps of `instruction` in the dialect `variant`.
    ///
    /// # Errors
    /// If its `AsmString` has a syntax error or names an operand that it does not have.
    pub(super) fn parse(
        &mut self,
        instruction: Record<'m>,
        operands: Operands<'m>,
        variant: usize,
        plan: &mut Vec<PrintPlanStepId>,
    ) -> Result<(), FieldError> {
        let flat =
            asm_string::for_variant(InstructionRecord::new(instruction).asm_string()?, variant);
        // Escapes and `$$` produce text, so several pieces can form a text step.
        let mut text = String::new();
        for_each_piece(instruction, &flat, |piece| {
            match piece {
                AsmPiece::Text(literal) => push_literal(literal, &mut text),
                AsmPiece::Escaped('\n') => text.push_str("\\n"),
                AsmPiece::Escaped('\t') => text.push_str("\\t"),
                // A single backslash is added, as in the reference. Its effect in C++ depends on the next character.
                AsmPiece::Escaped(character) => text.push(character),
                AsmPiece::Operand { name, modifier } => {
                    if !text.is_empty() {
                        plan.push(self.text(&text));
                        text.clear();
                    }
                    plan.push(self.other(operand_step(instruction, operands, name, modifier)?));
                }
            }
            Ok(())
        })?;
        if !text.is_empty() {
            plan.push(self.text(&text));
        }
        // With an explicit end, no plan is empty before packing, and an instruction whose steps are
        // the beginning of another's differs from it in a step.
        plan.push(self.other(PrintStep::Return));
        Ok(())
    }
}

/// Adds characters that mean themselves.
fn push_literal(literal: &str, text: &mut String) {
    for c in literal.chars() {
        match c {
            '\n' => text.push_str("\\n"),
            '\t' => text.push_str("\\t"),
            '"' => text.push_str("\\\""),
            _ => text.push(c),
        }
    }
}

/// Returns the step that prints an operand, or a modifier without an operand.
fn operand_step<'m>(
    instruction: Record<'m>,
    operands: Operands<'m>,
    name: &str,
    modifier: &str,
) -> Result<PrintStep<'m>, FieldError> {
    let modifier = modifier.to_owned();
    if name.is_empty() {
        return Ok(PrintStep::Special { modifier });
    }
    let symbol = instruction.store().symbols().get(name);
    let Some(index) = symbol.and_then(|symbol| operands.named(symbol)) else {
        return Err(no_operand(instruction, name));
    };
    let operand = &operands.list()[index];
    let class = operands.class(operand);
    Ok(PrintStep::Operand {
        method: &class.print_method,
        mi_operand: operand.mi_operand,
        modifier,
        is_pc_rel: class.operand_type() == PC_REL,
    })
}
