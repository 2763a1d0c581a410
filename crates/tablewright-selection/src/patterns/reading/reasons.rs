//! Reasons for an impossible type in a pattern: the rules that contradict each other.
//!
//! In: an invalid pattern's record. Out: the error with labels at the records that state the types. The pattern is
//! read again with each step recorded, so only errors pay for the record.

use tablewright_records::RecordId;

use super::complete::Drafts;
use crate::patterns::forest::NodeId;
use crate::patterns::inference::TypeInference;
use crate::patterns::inference::inference_steps::{InferenceChange, InferenceRule};
use crate::patterns::inference::stop::PatternError;
use crate::patterns::text::tree_description::TreeDescriber;
use crate::patterns::types::type_sets::TypeSetId;

impl TypeInference<'_> {
    /// Reads the drafts for a record's pattern; `None` if it lacks a pattern.
    pub(crate) fn drafts_of(&mut self, record: RecordId) -> Result<Option<Drafts>, PatternError> {
        match self.target.instructions.id(record) {
            Some(id) => {
                let raw = self.instruction_pattern(id)?;
                Ok(raw.map(|raw| Drafts::from_instruction(record, raw)))
            }
            None => self.stated_pattern(self.target.record(record)),
        }
    }

    /// Adds the contradicting rules to a pattern error, if the error is a contradiction. Discards the trees in work.
    pub(crate) fn with_reasons(
        &mut self,
        record: RecordId,
        mut stop: PatternError,
    ) -> PatternError {
        self.recorder.start();
        let again = self.infer_again(record);
        let steps = self.recorder.stop();
        let (Err(_), Some((last, before))) = (again, steps.split_last()) else { return stop };
        if !self.sets.get(last.after).is_contradiction() {
            return stop;
        }
        let mut reasons: Vec<&InferenceChange> = Vec::new();
        // First the step that set the value's current types, then the first step with the required types.
        reasons.extend(before.iter().find(|step| step.after == last.before));
        if let Some(wanted) = self.contrary_value(last, before) {
            reasons.extend(before.iter().find(|step| step.after == wanted.after));
        }
        let describer = self.describer();
        let mut texts = Vec::new();
        for reason in reasons {
            let why = describer.rule(reason.rule, self.target.operands);
            let text = format!("{}: {why}", describer.types(reason.after));
            stop = self.with_reason(stop, reason.rule, text.clone());
            texts.push(text);
        }
        let text = describer.rule(last.rule, self.target.operands);
        if let Some(first) = texts.first()
            && self.has_untyped_operands(last.node)
        {
            let name = self.operation_name(self.forest.operation(last.node));
            stop = stop.in_words(format!("no type suits `{name}`: {first}, but also {text}"));
        }
        self.with_reason(stop, last.rule, format!("{text}: no type is left"))
    }

    /// Returns whether a node's operand types are all unknown, so that the contradiction is outside the node.
    fn has_untyped_operands(&self, node: NodeId) -> bool {
        let is_untyped = |&child: &NodeId| {
            self.forest.types(child).first().is_none_or(|&types| types == TypeSetId::UNKNOWN)
        };
        self.forest.children(node).iter().all(is_untyped)
    }

    fn infer_again(&mut self, record: RecordId) -> Result<(), PatternError> {
        if let Some(mut drafts) = self.drafts_of(record)? {
            self.expand_fragments(&mut drafts)?;
            self.infer_drafts(&mut drafts)?;
        }
        Ok(())
    }

    /// Among the other values that the last rule relates, finds a value whose types are disjoint from the types before
    /// the rule; returns its last step.
    fn contrary_value<'c>(
        &mut self,
        last: &InferenceChange,
        before: &'c [InferenceChange],
    ) -> Option<&'c InferenceChange> {
        let related = match last.rule {
            InferenceRule::Constraint { node, .. } => {
                [&[node], self.forest.children(node)].concat()
            }
            // Any other value may be the value with the same name, or the root.
            InferenceRule::SameName(_) | InferenceRule::MatchedName(_) | InferenceRule::Root => {
                before.iter().map(|step| step.node).collect()
            }
            InferenceRule::Stated
            | InferenceRule::Use(_)
            | InferenceRule::Leaf(_)
            | InferenceRule::Number
            | InferenceRule::ComplexPattern(_)
            | InferenceRule::IntrinsicResult { .. }
            | InferenceRule::IntrinsicNumber
            | InferenceRule::IntrinsicParam { .. }
            | InferenceRule::Output { .. }
            | InferenceRule::ImplicitDef(_)
            | InferenceRule::Operand { .. }
            | InferenceRule::InsertSubreg
            | InferenceRule::FirstType => return None,
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

    /// Adds a label at a rule's record; a note if the pattern is the only record.
    fn with_reason(&self, stop: PatternError, rule: InferenceRule, text: String) -> PatternError {
        match self.record_of(rule) {
            Some(record) => stop.label(self.target.record(record), text),
            None => stop.note(text),
        }
    }

    /// Returns the record that a rule is about.
    fn record_of(&self, rule: InferenceRule) -> Option<RecordId> {
        match rule {
            InferenceRule::Use(fragment) => Some(self.vocabulary.fragments[fragment].record),
            InferenceRule::Leaf(record) | InferenceRule::ComplexPattern(record) => Some(record),
            InferenceRule::Constraint { node, .. }
            | InferenceRule::IntrinsicResult { node, .. }
            | InferenceRule::IntrinsicParam { node, .. } => {
                let id = self.forest.operation(node).sd_node()?;
                Some(self.vocabulary.sd_nodes[id].record)
            }
            InferenceRule::Output { instruction, .. }
            | InferenceRule::Operand { instruction, .. }
            | InferenceRule::ImplicitDef(instruction) => {
                Some(self.target.instructions.record(instruction))
            }
            InferenceRule::Stated
            | InferenceRule::Number
            | InferenceRule::IntrinsicNumber
            | InferenceRule::InsertSubreg
            | InferenceRule::SameName(_)
            | InferenceRule::MatchedName(_)
            | InferenceRule::Root
            | InferenceRule::FirstType => None,
        }
    }

    pub(crate) fn describer(&self) -> TreeDescriber<'_> {
        let hw_modes = self.target.types.hw_modes;
        TreeDescriber { names: self.names(), hw_modes, forest: &self.forest }
    }
}
