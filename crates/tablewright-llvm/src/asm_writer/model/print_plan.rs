//! The steps that print an instruction, read from its `AsmString`.

use rustc_hash::FxHashMap;
use tablewright_index::{IndexVec, define_index};
use tablewright_records::{FieldError, Record, RecordView};
use tablewright_syntax::diagnostic::Code;
use tablewright_target::instructions::asm_string;
use tablewright_target::instructions::operands::{Operands, no_operand};
use tablewright_target::qualified_name::QualifiedName;
use tablewright_target::record_views::instruction::InstructionRecord;

/// The `OperandType` of addresses relative to the instruction, with its namespace.
const PC_REL: QualifiedName<'_> = QualifiedName { namespace: "MCOI", name: "OPERAND_PCREL" };
/// Characters that a backslash escapes.
const ESCAPED: [char; 5] = ['$', '{', '|', '}', '\\'];

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
        let mut rest: &str = &flat;
        // Escapes and `$$` produce text, so several pieces can form a text step.
        let mut text = String::new();
        loop {
            let at = rest.find(['$', '\\']).unwrap_or(rest.len());
            push_literal(&rest[..at], &mut text);
            rest = &rest[at..];
            if let Some(escaped) = rest.strip_prefix('\\') {
                rest = unescape(instruction, escaped, &mut text)?;
            } else if let Some(after) = rest.strip_prefix("$$") {
                text.push('$');
                rest = after;
            } else if let Some(after) = rest.strip_prefix('$') {
                if !text.is_empty() {
                    plan.push(self.text(&text));
                    text.clear();
                }
                let reference;
                (reference, rest) = OperandReference::parse(instruction, after)?;
                plan.push(self.other(reference.step(instruction, operands)?));
            } else {
                break;
            }
        }
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

/// Adds the character that `escaped`, the text after a backslash, begins with. Returns the rest.
fn unescape<'t>(
    instruction: Record<'_>,
    escaped: &'t str,
    text: &mut String,
) -> Result<&'t str, FieldError> {
    let mut rest = escaped.chars();
    match rest.next() {
        Some('n') => text.push_str("\\n"),
        Some('t') => text.push_str("\\t"),
        // A single backslash is added, as in the reference. Its effect in C++ depends on the next character.
        Some(c) if ESCAPED.contains(&c) => text.push(c),
        _ => {
            let name = instruction.name();
            let message = "Non-supported escaped character found in instruction";
            let message = format!("{message} '{name}'!");
            let error = FieldError::new(Code::AsmStrings, instruction, message);
            return Err(error.label_field(instruction, "AsmString"));
        }
    }
    Ok(rest.as_str())
}

/// `$name`, `${name}`, `${name:modifier}` or `${:modifier}`
struct OperandReference<'t> {
    name: &'t str,
    modifier: &'t str,
}

impl<'t> OperandReference<'t> {
    /// Reads the reference after a dollar sign. Returns the rest of the text too.
    fn parse(
        instruction: Record<'_>,
        text: &'t str,
    ) -> Result<(OperandReference<'t>, &'t str), FieldError> {
        let error = |before: &str, after: &str| {
            let name = instruction.name();
            let message = format!("{before} '{name}'{after}");
            let error = FieldError::new(Code::AsmStrings, instruction, message);
            Err(error.label_field(instruction, "AsmString"))
        };
        let in_braces = text.strip_prefix('{');
        let (name, mut rest) = identifier(in_braces.unwrap_or(text));
        let mut modifier = "";
        if in_braces.is_some() {
            const NO_END: &str = "Reached end of string before terminating curly brace in";
            if let Some(after) = rest.strip_prefix(':') {
                if after.is_empty() {
                    return error(NO_END, "");
                }
                (modifier, rest) = identifier(after);
                if modifier.is_empty() {
                    return error("Bad operand modifier name in", "");
                }
            } else if rest.is_empty() {
                return error(NO_END, "");
            }
            rest = match rest.strip_prefix('}') {
                Some(rest) => rest,
                None => {
                    return error("Variable name beginning with '{' did not end with '}' in", "");
                }
            };
        }
        // An empty name with a modifier is the `${:modifier}` form, which names no operand.
        if name.is_empty() && modifier.is_empty() {
            return error("Stray '$' in", " asm string, maybe you want $$?");
        }
        Ok((OperandReference { name, modifier }, rest))
    }

    fn step<'m>(
        self,
        instruction: Record<'m>,
        operands: Operands<'m>,
    ) -> Result<PrintStep<'m>, FieldError> {
        let modifier = self.modifier.to_owned();
        if self.name.is_empty() {
            return Ok(PrintStep::Special { modifier });
        }
        let name = instruction.store().symbols().get(self.name);
        let Some(index) = name.and_then(|name| operands.named(name)) else {
            return Err(no_operand(instruction, self.name));
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
}

/// Splits a text after the identifier that it begins with.
fn identifier(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    text.split_at(end.unwrap_or(text.len()))
}
