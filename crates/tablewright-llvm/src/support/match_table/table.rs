//! Writes a table: rules, groups and switches as the bytes of an array.

use tablewright_target::global_isel::InsnId;
use tablewright_target::global_isel::rule::{Rule, RuleConditions};
use tablewright_text::{CppWriter, append};

use super::actions::{ActionWriter, additional_check};
use super::checks;
use super::encoder::{Encoder, Labels};
use super::layout::{Answer, Group, Node, Subject, Switch};
use super::names::{TableNames, type_enumerator};

/// What a table is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TableKind {
    /// Selection. The executor counts the rules that it used, if it is told to.
    Selection { counts_coverage: bool },
    /// A combiner.
    Combiner,
}

/// A table whose labels are placed.
pub(crate) struct MatchTable<'a> {
    nodes: &'a [Node],
    kind: TableKind,
    names: TableNames<'a>,
    labels: Labels,
    /// Where the rules stand, in order.
    places: Vec<RulePlace>,
    size: u32,
}

/// Where a rule stands in a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RulePlace {
    /// The number of the rule.
    pub(crate) number: u32,
    /// Where it begins.
    pub(crate) start: u32,
    /// Where it ends.
    pub(crate) end: u32,
}

/// Writes nodes.
struct NodeWriter<'n, 'e, 'w> {
    names: &'n TableNames<'n>,
    kind: TableKind,
    table: Encoder<'e, 'w>,
    places: Vec<RulePlace>,
}

impl<'a> MatchTable<'a> {
    /// Places the labels of a table.
    pub(crate) fn new(nodes: &'a [Node], kind: TableKind, names: TableNames<'a>) -> MatchTable<'a> {
        let (table, places) = (Encoder::counting(), Vec::new());
        let mut writer = NodeWriter { names: &names, kind, table, places };
        writer.table(nodes);
        let places = writer.places;
        let (labels, size) = writer.table.finish();
        MatchTable { nodes, kind, names, labels, places, size }
    }

    /// Where the rules stand, in the order of the table.
    pub(crate) fn places(&self) -> &[RulePlace] {
        &self.places
    }

    /// How many bytes it has.
    pub(crate) fn size(&self) -> u32 {
        self.size
    }

    /// Writes the array, declared as `MatchTable0`.
    pub(crate) fn emit(&self, w: &mut CppWriter<'_>) {
        w.raw("  constexpr static uint8_t MatchTable0[] = {\n");
        let table = Encoder::writing(w, &self.labels);
        let places = Vec::new();
        let mut writer = NodeWriter { names: &self.names, kind: self.kind, table, places };
        writer.table(self.nodes);
        append!(w, "}; // Size: ", self.size, " bytes\n");
    }
}

impl NodeWriter<'_, '_, '_> {
    fn table(&mut self, nodes: &[Node]) {
        nodes.iter().for_each(|node| self.node(node));
        self.table.opcode("GIM_Reject").end_line();
    }

    fn node(&mut self, node: &Node) {
        match node {
            Node::Rule(rule) => self.rule(rule),
            Node::Group(group) => self.group(group),
            Node::Switch(switch) => self.switch(switch),
        }
    }

    /// A group without conditions, which a switch took, is only its nodes.
    fn group(&mut self, group: &Group) {
        if group.conditions.is_empty() {
            group.nodes.iter().for_each(|node| self.node(node));
            return;
        }
        let on_failure = self.table.new_label();
        self.table.opening("GIM_Try").comment("On fail goto").jump(on_failure).end_line();
        for condition in &group.conditions {
            checks::placed_check(self.names, condition, &mut self.table);
        }
        group.nodes.iter().for_each(|node| self.node(node));
        self.table.closing("GIM_Reject").end_line();
        self.table.place(on_failure);
    }

    fn switch(&mut self, switch: &Switch) {
        let (Some(first), Some(last)) = (switch.cases.first(), switch.cases.last()) else {
            return;
        };
        let labels: Vec<_> = switch.cases.iter().map(|_| self.table.new_label()).collect();
        let default = self.table.new_label();
        let line = match switch.subject {
            Subject::Opcode => self.table.opcode("GIM_SwitchOpcode").named_uleb("MI", 0),
            Subject::Type(index) => {
                let line = self.table.opcode("GIM_SwitchType").named_uleb("MI", 0);
                line.named_uleb("Op", index.into())
            }
        };
        line.comment("[").int(2, first.number.into()).int(2, i64::from(last.number) + 1);
        line.comment(")").comment("default:").jump(default);
        let mut next = first.number;
        for (case, &label) in switch.cases.iter().zip(&labels) {
            for _ in next..case.number {
                self.table.int(4, 0);
            }
            next = case.number + 1;
            self.table.end_line();
            self.table.comment_with(|w| match case.answer {
                Answer::Opcode(opcode) => self.names.opcode(opcode, w),
                Answer::Type(ty) => type_enumerator(ty, w),
            });
            self.table.jump(label);
        }
        self.table.end_line();
        for (case, label) in switch.cases.iter().zip(labels) {
            self.table.place(label);
            self.node(&case.node);
            self.table.opcode("GIM_Reject").end_line();
        }
        self.table.place(default);
    }

    fn rule(&mut self, rule: &Rule) {
        let start = self.table.position();
        let on_failure = self.table.new_label();
        let line = self.table.opening("GIM_Try").comment("On fail goto").jump(on_failure);
        line.end_line_comment(|w| append!(w, "Rule ID ", rule.number, " //"));
        self.conditions(&rule.conditions);
        if !rule.instructions.is_empty() {
            checks::instruction(self.names, rule, InsnId::ROOT, &mut self.table);
        }
        for action in &rule.actions {
            additional_check(action, &mut self.table);
        }
        if rule.instructions.len() > 1 {
            let line = self.table.opcode("GIM_CheckIsSafeToFold").comment("NumInsns");
            line.int(1, rule.instructions.len() as i64 - 1).end_line();
        }
        for check in &rule.late_checks {
            checks::placed_check(self.names, check, &mut self.table);
        }
        self.actions(rule);
        let (number, end) = (rule.number, self.table.position());
        self.places.push(RulePlace { number, start, end });
        self.table.place(on_failure);
    }

    fn conditions(&mut self, conditions: &RuleConditions) {
        if !conditions.features.is_empty() || conditions.hw_mode.is_some() {
            let line = self.table.opcode("GIM_CheckFeatures");
            line.value(2, |w| self.names.feature_set(&conditions.features, conditions.hw_mode, w));
            line.end_line();
        }
        for &predicate in &conditions.simple_predicates {
            let line = self.table.opcode("GIM_CheckSimplePredicate");
            line.value(2, |w| w.raw(self.names.name(predicate))).end_line();
        }
    }

    fn actions(&mut self, rule: &Rule) {
        let mut writer = ActionWriter { names: self.names, rule, erased: Vec::new() };
        let table = &mut self.table;
        if let Some(function) = rule.custom_action {
            rule.actions.iter().for_each(|action| writer.action(action, table));
            let line = table.closing("GIR_DoneWithCustomAction").comment("Fn");
            line.value(2, |w| w.raw(self.names.name(function))).end_line();
            return;
        }
        let last = rule.actions.split_last();
        for action in last.map_or(&[][..], |(_, before)| before) {
            writer.action(action, table);
        }
        match self.kind {
            TableKind::Selection { counts_coverage: true } => {
                table.opcode("GIR_Coverage").int(4, rule.number.into()).end_line();
            }
            TableKind::Selection { counts_coverage: false } => {
                table.end_line_comment(|w| append!(w, "GIR_Coverage, ", rule.number, ","));
            }
            TableKind::Combiner => {}
        }
        if !last.is_some_and(|(last, _)| writer.last_action(last, table)) {
            table.closing("GIR_Done").end_line();
        }
    }
}
