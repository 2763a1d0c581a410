//! Why a value of a pattern can have no type: the rules that contradict each other.
//!
//! In: the record of a pattern that was found wrong. Out: the error with labels at the records that the
//! types come from. The pattern is read once more and each step recorded, which only errors pay for.

use tablewright_records::RecordId;

use super::complete::Drafts;
use crate::patterns::forest::{Forest, Operation};
use crate::patterns::inference::context::Context;
use crate::patterns::inference::inference_steps::{Change, Rule};
use crate::patterns::inference::stop::Stop;
use crate::patterns::text::tree_description::TreeDescriber;

impl Context<'_> {
    /// Reads the drafts of a record's pattern; none if it has no pattern.
    pub(crate) fn drafts_of(
        &mut self,
        forest: &mut Forest,
        record: RecordId,
    ) -> Result<Option<Drafts>, Stop> {
        match self.instructions.id(record) {
            Some(id) => {
                let raw = self.instruction_pattern(forest, id)?;
                Ok(raw.map(|raw| Drafts::of_instruction(record, raw)))
            }
            None => self.stated_pattern(forest, self.record(record)),
        }
    }

    /// Adds to the error of a pattern which rules contradict each other, if that is what is wrong.
    pub(crate) fn with_reasons(&mut self, record: RecordId, mut stop: Stop) -> Stop {
        let mut forest = Forest::default();
        self.recorder.start();
        let again = self.infer_again(&mut forest, record);
        let steps = self.recorder.stop();
        let (Err(_), Some((last, before))) = (again, steps.split_last()) else { return stop };
        if !self.sets.get(last.after).is_contradiction() {
            return stop;
        }
        let mut reasons: Vec<&Change> = Vec::new();
        // The first who had the types of the value, then the first who had those that it should have.
        reasons.extend(before.iter().find(|step| step.after == last.before));
        if let Some(wanted) = self.contrary_value(&forest, last, before) {
            reasons.extend(before.iter().find(|step| step.after == wanted.after));
        }
        let describer = self.describer(&forest);
        for reason in reasons {
            let why = describer.rule(reason.rule, self.operands);
            let text = format!("{}: {why}", describer.types(reason.after));
            stop = self.with_reason(stop, &forest, reason.rule, text);
        }
        let text = describer.rule(last.rule, self.operands);
        self.with_reason(stop, &forest, last.rule, format!("{text}: no type is left"))
    }

    fn infer_again(&mut self, forest: &mut Forest, record: RecordId) -> Result<(), Stop> {
        if let Some(mut drafts) = self.drafts_of(forest, record)? {
            self.expand_fragments(forest, &mut drafts)?;
            self.infer_drafts(forest, &mut drafts)?;
        }
        Ok(())
    }

    /// Of the other values that the last rule relates, the last step of one whose types have none in common
    /// with what the value had.
    fn contrary_value<'c>(
        &mut self,
        forest: &Forest,
        last: &Change,
        before: &'c [Change],
    ) -> Option<&'c Change> {
        let related = match last.rule {
            Rule::Constraint { node, .. } => [&[node], forest.children(node)].concat(),
            // Any other value may be the one of the same name, or the root.
            Rule::SameName(_) | Rule::MatchedName(_) | Rule::Root => {
                before.iter().map(|step| step.node).collect()
            }
            _ => return None,
        };
        for step in before.iter().rev() {
            if step.node != last.node && related.contains(&step.node) {
                let common = self.sets.merge(step.after, last.before).set;
                if self.sets.get(common).is_contradiction() {
                    return Some(step);
                }
            }
        }
        None
    }

    /// A label at the record that a rule is about; a note where there is none besides the pattern.
    fn with_reason(&self, stop: Stop, forest: &Forest, rule: Rule, text: String) -> Stop {
        match self.record_of(forest, rule) {
            Some(record) => stop.label(self.record(record), text),
            None => stop.note(text),
        }
    }

    /// The record that a rule is about.
    fn record_of(&self, forest: &Forest, rule: Rule) -> Option<RecordId> {
        match rule {
            Rule::Use(fragment) => Some(self.operators.fragments[fragment].record),
            Rule::Leaf(record) | Rule::ComplexPattern(record) => Some(record),
            Rule::Constraint { node, .. }
            | Rule::IntrinsicResult { node, .. }
            | Rule::IntrinsicParam { node, .. } => match forest.operation(node) {
                Operation::Node(id) => Some(self.operators.sd_nodes[id].record),
                _ => None,
            },
            Rule::Output { instruction, .. }
            | Rule::Operand { instruction, .. }
            | Rule::ImplicitDef(instruction) => Some(self.instructions.record(instruction)),
            _ => None,
        }
    }

    pub(crate) fn describer<'d>(&'d self, forest: &'d Forest) -> TreeDescriber<'d> {
        TreeDescriber { names: self.names(), hw_modes: self.types.hw_modes, forest }
    }
}
