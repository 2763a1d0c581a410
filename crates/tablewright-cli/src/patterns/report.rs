//! All details of a pattern: its written form, and the patterns tried by selection.

use serde::Serialize;
use tablewright_backend::Failure;
use tablewright_llvm::condition_text;
use tablewright_records::{RecordId, RecordView, Value};
use tablewright_selection::patterns::{
    ComplexityKind, NodeId, PatternTrace, PatternTracer, TreeDescription,
};
use tablewright_selection::record_views::selection_dag::PatternRecord;
use tablewright_target::record_views::subtarget::PredicateRecord;

use super::target::MatcherTarget;
use crate::description_command::CommandSubject;

/// All details of a record's pattern.
pub(super) struct PatternReport {
    pub(super) record: RecordId,
    pub(super) trace: PatternTrace,
    /// Required C++ conditions: predicate names and code.
    pub(super) conditions: Vec<NamedCode>,
    /// Node predicates: fragment names and code.
    pub(super) predicates: Vec<NamedCode>,
    /// Patterns that selection tries: alternatives, variants, and patterns for modes.
    pub(super) tried: Vec<TriedPattern>,
}

/// A pattern in the form that selection tries.
pub(super) struct TriedPattern {
    /// Index in the order in which patterns are tried.
    pub(super) index: usize,
    pub(super) source: TreeDescription,
    pub(super) result: TreeDescription,
    /// Parts of the complexity.
    pub(super) complexity: Vec<(String, i64)>,
    /// Condition for the pattern's mode. May be empty.
    pub(super) mode_condition: String,
}

impl PatternReport {
    pub(super) fn for_records(
        subject: &mut CommandSubject<'_, '_>,
        target: &MatcherTarget<'_>,
        records: &[RecordId],
    ) -> Result<Vec<PatternReport>, Failure> {
        let mut tracer = PatternTracer::new(subject.store, subject.diagnostics)?;
        let mut reports = Vec::with_capacity(records.len());
        for &record in records {
            let Some(trace) = tracer.trace(record)? else { continue };
            let tried = target.indices_of(record).iter();
            let tried = tried.map(|&index| TriedPattern::new(target, index)).collect();
            reports.push(PatternReport {
                record,
                trace,
                conditions: conditions(target, record),
                predicates: predicates(target, record),
                tried,
            });
        }
        Ok(reports)
    }
}

impl TriedPattern {
    fn new(target: &MatcherTarget<'_>, index: usize) -> TriedPattern {
        let pattern = target.pattern(index);
        let (source, result) = target.trees(index);
        let mut complexity = Vec::new();
        for part in target.to_match.complexity_parts(pattern, target.patterns) {
            let text = match part.kind {
                ComplexityKind::Added => "AddedComplexity".to_owned(),
                kind @ (ComplexityKind::Node
                | ComplexityKind::RootNumber
                | ComplexityKind::ComplexPattern
                | ComplexityKind::Predicate
                | ComplexityKind::Number
                | ComplexityKind::ConstantVector) => {
                    format!("{}{}", kind_text(kind), target.describer.operator(part.node))
                }
            };
            complexity.push((text, part.points));
        }
        let mode_condition = condition_text(target.store, &pattern.mode_condition);
        TriedPattern { index, source, result, complexity, mode_condition }
    }

    /// Returns the complexity.
    pub(super) fn sum(&self) -> i64 {
        self.complexity.iter().map(|(_, points)| points).sum()
    }
}

fn kind_text(kind: ComplexityKind) -> &'static str {
    match kind {
        ComplexityKind::Node | ComplexityKind::Added => "",
        ComplexityKind::RootNumber | ComplexityKind::Number => "number ",
        ComplexityKind::ComplexPattern => "complex pattern ",
        ComplexityKind::Predicate => "predicate of ",
        ComplexityKind::ConstantVector => "constant vector ",
    }
}

/// A condition or predicate with its C++ code.
#[derive(Serialize)]
pub(super) struct NamedCode {
    /// The record name.
    pub(super) name: String,
    pub(super) code: String,
}

impl NamedCode {
    fn new(name: &str, code: &str) -> NamedCode {
        NamedCode { name: name.to_owned(), code: code.to_owned() }
    }
}

/// Returns the predicates in a pattern's record.
fn conditions(target: &MatcherTarget<'_>, record: RecordId) -> Vec<NamedCode> {
    let pattern = PatternRecord::new(target.store.record(record));
    let Ok(value) = pattern.predicates() else { return Vec::new() };
    let Value::List(list) = target.store.value(value) else { return Vec::new() };
    let mut conditions = Vec::new();
    for &element in list.elements {
        if let Value::Def(predicate) = target.store.value(element) {
            let predicate = PredicateRecord::new(target.store.record(predicate));
            let code = predicate.cond_string().map_or("", |code| target.store.str(code));
            conditions.push(NamedCode::new(predicate.name(), code));
        }
    }
    conditions
}

/// Returns the node predicates in a record's patterns, without duplicates.
fn predicates(target: &MatcherTarget<'_>, record: RecordId) -> Vec<NamedCode> {
    let mut entries: Vec<NamedCode> = Vec::new();
    for &index in target.indices_of(record) {
        add_predicates(target, target.pattern(index).source, &mut entries);
    }
    entries
}

fn add_predicates(target: &MatcherTarget<'_>, node: NodeId, entries: &mut Vec<NamedCode>) {
    let forest = target.to_match.forest();
    for call in &forest.attributes(node).predicates {
        let name = target.record_name(target.to_match.fragment(call.fragment).record);
        if !entries.iter().any(|known| known.name == name) {
            let code = target.table.predicate_code(call.fragment).unwrap_or_default();
            entries.push(NamedCode::new(name, code));
        }
    }
    for &child in forest.children(node) {
        add_predicates(target, child, entries);
    }
}
