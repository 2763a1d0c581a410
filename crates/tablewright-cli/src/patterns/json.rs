//! Patterns as JSON. The book's page about the command lists the fields.

use serde_json::{Value, json};
use tablewright::RecordId;
use tablewright::target::patterns::{
    InferenceStep, PatternStage, SkipReason, SkippedPart, SkippedPattern, TreeDescription,
    TypesDescription,
};

use super::report::{PatternReport, TriedPattern};
use super::target::{Location, Target};

/// A document: the name of the target, and a list.
pub(super) fn document(target: &Target<'_>, what: &str, list: Vec<Value>) -> String {
    with_target(target, what, list.into())
}

/// A document: the name of the target, and a value.
pub(super) fn with_target(target: &Target<'_>, what: &str, value: Value) -> String {
    let mut text = format!("{:#}", json!({ "target": target.name, what: value }));
    text.push('\n');
    text
}

pub(super) fn patterns(target: &Target<'_>, reports: &[PatternReport], has_steps: bool) -> String {
    let list = reports.iter().map(|report| pattern(target, report, has_steps)).collect();
    document(target, "patterns", list)
}

fn pattern(target: &Target<'_>, report: &PatternReport, has_steps: bool) -> Value {
    let trace = &report.trace;
    let mut value = record(target, report.record);
    value["written"] = json!({ "source": trace.written_source, "result": trace.written_result });
    value["skipped"] = trace.skipped.as_ref().map(skip_reason).into();
    if let Some(stages) = &trace.stages {
        value["expanded"] = stage(&stages.expanded);
        value["inferred"] = stage(&stages.inferred);
        let reasons = stages.skipped.iter().map(|reason| reason.as_ref().map(skip_reason));
        value["skipped_alternatives"] = reasons.collect::<Vec<_>>().into();
        if has_steps {
            value["steps"] = stages.steps.iter().map(step).collect::<Vec<_>>().into();
        }
    }
    value["conditions"] = named_codes(&report.conditions);
    value["predicates"] = named_codes(&report.predicates);
    value["tried"] = report.tried.iter().map(|each| tried(target, each)).collect::<Vec<_>>().into();
    value
}

/// The name of a record, and where it comes from.
fn record(target: &Target<'_>, record: RecordId) -> Value {
    let locations = target.locations(record);
    json!({
        "name": target.record_name(record),
        "locations": locations.iter().map(location).collect::<Vec<_>>(),
    })
}

fn location(location: &Location) -> Value {
    json!({ "file": location.file, "line": location.line, "column": location.column })
}

/// A record with what selection tries of it.
pub(super) fn summary(target: &Target<'_>, id: RecordId) -> Value {
    let mut value = record(target, id);
    let indices = target.indices_of(id);
    value["tried"] =
        indices.iter().map(|&index| tried_pattern(target, index)).collect::<Vec<_>>().into();
    value
}

/// A pattern as selection tries it, in short.
pub(super) fn tried_pattern(target: &Target<'_>, index: usize) -> Value {
    let mut value = record(target, target.pattern(index).record);
    value["number"] = (index + 1).into();
    value["form"] = target.form(index).into();
    value["text"] = target.pattern_text(index).into();
    value
}

fn stage(stage: &PatternStage) -> Value {
    json!({
        "sources": stage.sources.iter().map(tree).collect::<Vec<_>>(),
        "result": tree(&stage.result),
    })
}

fn tree(node: &TreeDescription) -> Value {
    json!({
        "kind": node.kind.name(),
        "operator": node.operator,
        "name": node.name,
        "types": node.types.iter().map(types).collect::<Vec<_>>(),
        "predicates": node.predicates,
        "transform": node.transform,
        "operands": node.children.iter().map(tree).collect::<Vec<_>>(),
    })
}

/// By mode, the types; that of the default mode is `*`.
fn types(types: &TypesDescription) -> Value {
    let modes = types.modes.iter().map(|(mode, types)| {
        let mode = if mode.is_empty() { "*" } else { mode };
        (mode.to_owned(), json!(types))
    });
    Value::Object(modes.collect())
}

fn step(step: &InferenceStep) -> Value {
    json!({
        "node": step.node,
        "value": step.value,
        "before": types(&step.before),
        "after": types(&step.after),
        "rule": step.rule,
    })
}

fn named_codes(list: &[(String, String)]) -> Value {
    list.iter().map(|(name, code)| json!({ "name": name, "code": code })).collect()
}

fn tried(target: &Target<'_>, tried: &TriedPattern) -> Value {
    let (rank, cost) = (&target.ranks[tried.index], &target.costs[tried.index]);
    let parts = tried.complexity.iter();
    let parts = parts.map(|(what, points)| json!({ "what": what, "points": points }));
    json!({
        "number": tried.index + 1,
        "form": target.form(tried.index),
        "mode_condition": tried.mode_condition,
        "source": tree(&tried.source),
        "result": tree(&tried.result),
        "complexity": tried.sum(),
        "complexity_parts": parts.collect::<Vec<_>>(),
        "cost": rank.cost,
        "instruction_bytes": rank.size,
        "table": { "own_bytes": cost.own, "shared_bytes": cost.shared, "ends": cost.ends },
    })
}

fn skip_reason(reason: &SkipReason) -> Value {
    match reason {
        SkipReason::NullFragment => json!({ "reason": "null-frag" }),
        SkipReason::NoResult => json!({ "reason": "no-result" }),
        SkipReason::NoType(node) => json!({ "reason": "no-type", "node": node }),
        SkipReason::ConstantOnLeft => json!({ "reason": "constant-on-left" }),
    }
}

/// A pattern that is left out.
pub(super) fn skipped(target: &Target<'_>, pattern: &SkippedPattern) -> Value {
    let mut value = record(target, pattern.record);
    if let Value::Object(reason) = skip_reason(&pattern.reason)
        && let Value::Object(fields) = &mut value
    {
        fields.extend(reason);
    }
    match pattern.part {
        SkippedPart::Whole => {}
        SkippedPart::Alternative(index, count) => {
            value["alternative"] = (index + 1).into();
            value["alternatives"] = count.into();
        }
        SkippedPart::Mode(mode) => value["mode"] = (*target.hw_modes.get(mode).name).into(),
    }
    value
}
