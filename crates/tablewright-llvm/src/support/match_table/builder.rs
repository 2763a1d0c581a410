//! Builds a rule table: converts groups, switches and rules to lines.

use tablewright_records::{AnalysisError, Feature};
use tablewright_selection::global_isel::InsnId;
use tablewright_selection::global_isel::rule::{Rule, RuleConditions};
use tablewright_text::Append;
use tablewright_text::byte_table::{ByteTableBuilder, ByteTableLabel, JumpEncoding, LineId};

use super::layout::{CaseValue, MatchTableGroup, MatchTableNode, MatchTableSwitch, SwitchSubject};
use super::names::{TableNames, TypeEnumerator};
use super::table::{MatchTable, RuleOffsets, TableKind};

/// Puts a match table together. Names are looked up here, so that printing the table cannot fail.
#[doc(alias = "MatchTableRecord")]
pub(super) struct MatchTableBuilder<'n> {
    pub(super) names: &'n TableNames<'n>,
    pub(super) table: ByteTableBuilder,
    kind: TableKind,
    /// Whether the operation that begins a rule checks the rule's features. Otherwise, another one does.
    tries_features: bool,
    /// Whether C++ casts flags of registers to numbers.
    pub(super) casts_register_flags: bool,
    rules: Vec<RuleLines>,
}

/// A rule's lines.
struct RuleLines {
    number: u32,
    start: LineId,
    /// End line, exclusive.
    end: LineId,
}

/// Operands with a comment that describes them.
pub(super) trait MatchTableNamedOperands {
    /// Adds a variable-length number.
    fn named_uleb(&mut self, name: &str, value: impl Into<u64>) -> &mut Self;

    /// Adds an instruction number.
    fn named_insn(&mut self, name: &str, insn: InsnId) -> &mut Self;
}

impl MatchTableNamedOperands for ByteTableBuilder {
    fn named_uleb(&mut self, name: &str, value: impl Into<u64>) -> &mut Self {
        self.note(name).uleb128(value.into())
    }

    fn named_insn(&mut self, name: &str, insn: InsnId) -> &mut Self {
        self.named_uleb(name, insn.index() as u64)
    }
}

impl MatchTable {
    /// Builds the table for a rule layout.
    ///
    /// # Errors
    /// If a record that a rule names lacks a C++ name.
    pub(crate) fn new(
        nodes: &[MatchTableNode],
        kind: TableKind,
        names: &TableNames<'_>,
    ) -> Result<MatchTable, AnalysisError> {
        MatchTableBuilder::new(names, kind).build(nodes)
    }
}

impl<'n> MatchTableBuilder<'n> {
    fn new(names: &'n TableNames<'n>, kind: TableKind) -> MatchTableBuilder<'n> {
        let is_new = names.store.release().has(Feature::MatchTablesTryFeatures);
        MatchTableBuilder {
            names,
            table: ByteTableBuilder::new(),
            kind,
            tries_features: is_new,
            casts_register_flags: is_new,
            rules: Vec::new(),
        }
    }

    /// Adds the nodes of a table and its end.
    fn build(mut self, nodes: &[MatchTableNode]) -> Result<MatchTable, AnalysisError> {
        self.nodes(nodes)?;
        self.reject();
        let bytes = self.table.finish();
        let offsets = |RuleLines { number, start, end }| RuleOffsets {
            number,
            start: bytes.offset_of(start),
            end: bytes.offset_of(end),
        };
        let rules = self.rules.into_iter().map(offsets).collect();
        let is_new = self.names.store.release().has(Feature::MatchTablesTestLeaves);
        Ok(MatchTable { bytes, has_unsigned_bytes: is_new, shows_offsets: is_new, rules })
    }

    fn nodes(&mut self, nodes: &[MatchTableNode]) -> Result<(), AnalysisError> {
        nodes.iter().try_for_each(|node| self.node(node))
    }

    fn node(&mut self, node: &MatchTableNode) -> Result<(), AnalysisError> {
        match node {
            MatchTableNode::Rule(rule) => self.rule(rule),
            MatchTableNode::Group(group) => self.group(group),
            MatchTableNode::Switch(switch) => self.switch(switch),
        }
    }

    /// Adds a line that consists only of a comment.
    pub(super) fn comment_line(&mut self, text: impl Append) {
        self.table.comment(text).end_line();
    }

    /// Ends a try block.
    fn reject(&mut self) {
        self.table.opcode("GIM_Reject").end_line();
    }

    /// Begins nested lines. If any fails, the table continues at the label.
    fn begin_try(&mut self, opcode: &str) -> ByteTableLabel {
        let on_failure = self.table.new_label();
        let line = self.table.opcode(opcode).note("On fail goto");
        line.jump(JumpEncoding::Offset, on_failure);
        on_failure
    }

    fn place_label(&mut self, label: ByteTableLabel) {
        self.table.place(label);
        self.table.offset(label).end_line();
    }

    /// Adds a group. A group whose conditions were moved to a switch consists only of its nodes.
    fn group(&mut self, group: &MatchTableGroup) -> Result<(), AnalysisError> {
        if group.conditions.is_empty() {
            return self.nodes(&group.nodes);
        }
        let on_failure = self.begin_try("GIM_Try");
        self.table.end_line();
        self.table.open();
        for condition in &group.conditions {
            self.placed_check(condition)?;
        }
        self.nodes(&group.nodes)?;
        self.reject();
        self.table.close();
        self.place_label(on_failure);
        Ok(())
    }

    fn switch_on_operand(&mut self, opcode: &str, index: u32) -> &mut ByteTableBuilder {
        self.table.opcode(opcode).named_insn("MI", InsnId::ROOT).named_uleb("Op", index)
    }

    fn switch(&mut self, switch: &MatchTableSwitch) -> Result<(), AnalysisError> {
        let (Some(first), Some(last)) = (switch.cases.first(), switch.cases.last()) else {
            return Ok(());
        };
        let labels: Vec<_> = switch.cases.iter().map(|_| self.table.new_label()).collect();
        let default = self.table.new_label();
        let line = match switch.subject {
            SwitchSubject::Opcode => {
                self.table.opcode("GIM_SwitchOpcode").named_insn("MI", InsnId::ROOT)
            }
            SwitchSubject::Type(index) => self.switch_on_operand("GIM_SwitchType", index),
            SwitchSubject::TypeShape(index) => self.switch_on_operand("GIM_SwitchTypeShape", index),
        };
        line.note("[").int(2, first.number.into()).int(2, i64::from(last.number) + 1);
        line.note(")").note("default:").jump(JumpEncoding::Offset, default);
        let mut next = first.number;
        for (case, &label) in switch.cases.iter().zip(&labels) {
            // A number without a case lacks a label.
            for _ in next..case.number {
                self.table.int(4, 0);
            }
            next = case.number + 1;
            self.table.end_line();
            let line = match case.answer {
                CaseValue::Opcode(opcode) => self.table.note(self.names.opcode(opcode)?),
                CaseValue::Type(ty) => self.table.note(TypeEnumerator(ty)),
            };
            line.jump(JumpEncoding::Offset, label);
        }
        self.table.end_line();
        for (case, label) in switch.cases.iter().zip(labels) {
            self.place_label(label);
            self.nodes(&case.nodes)?;
            self.reject();
        }
        self.place_label(default);
        Ok(())
    }

    fn rule(&mut self, rule: &Rule) -> Result<(), AnalysisError> {
        let start = self.table.next_line();
        let on_failure = self.begin_rule(rule);
        self.simple_predicates(&rule.conditions);
        if !rule.instructions.is_empty() {
            self.instruction(rule, InsnId::ROOT)?;
        }
        for action in &rule.actions {
            self.additional_check(action);
        }
        if rule.instructions.len() > 1 {
            let line = self.table.opcode("GIM_CheckIsSafeToFold").note("NumInsns");
            line.int(1, rule.instructions.len() as i64 - 1).end_line();
        }
        for check in &rule.late_checks {
            self.placed_check(check)?;
        }
        self.actions(rule)?;
        self.table.close();
        self.rules.push(RuleLines { number: rule.number, start, end: self.table.next_line() });
        self.place_label(on_failure);
        Ok(())
    }

    /// Begins the lines of a rule, and checks the features that it needs.
    fn begin_rule(&mut self, rule: &Rule) -> ByteTableLabel {
        let RuleConditions { features, hw_mode, .. } = &rule.conditions;
        let needs_features = !features.is_empty() || hw_mode.is_some();
        let set = self.names.feature_set(features, *hw_mode);
        let tries_features = needs_features && self.tries_features;
        let on_failure =
            self.begin_try(if tries_features { "GIM_Try_CheckFeatures" } else { "GIM_Try" });
        if tries_features {
            self.table.name(2, &set);
        }
        self.table.comment(("Rule ID ", rule.number, " //")).end_line();
        self.table.open();
        if needs_features && !tries_features {
            self.table.opcode("GIM_CheckFeatures").name(2, &set).end_line();
        }
        on_failure
    }

    fn simple_predicates(&mut self, conditions: &RuleConditions) {
        for &predicate in &conditions.simple_predicates {
            let line = self.table.opcode("GIM_CheckSimplePredicate");
            line.name(2, self.names.name(predicate)).end_line();
        }
    }

    fn actions(&mut self, rule: &Rule) -> Result<(), AnalysisError> {
        let mut erased = Vec::new();
        if let Some(function) = rule.custom_action {
            for action in &rule.actions {
                self.action(rule, action, &mut erased)?;
            }
            let line = self.table.opcode("GIR_DoneWithCustomAction").note("Fn");
            line.name(2, self.names.name(function)).end_line();
            return Ok(());
        }
        let last = rule.actions.split_last();
        for action in last.map_or(&[][..], |(_, before)| before) {
            self.action(rule, action, &mut erased)?;
        }
        match self.kind {
            TableKind::Selection { counts_coverage: true } => {
                self.table.opcode("GIR_Coverage").int(4, rule.number.into()).end_line();
            }
            TableKind::Selection { counts_coverage: false } => {
                self.comment_line(("GIR_Coverage, ", rule.number, ","));
            }
            TableKind::Combiner => {}
        }
        let is_ended = match last {
            Some((last, _)) => self.last_action(rule, last, &mut erased)?,
            None => false,
        };
        if !is_ended {
            self.table.opcode("GIR_Done").end_line();
        }
        Ok(())
    }
}
