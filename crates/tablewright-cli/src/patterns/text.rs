//! Patterns as text: written form, trees with types, steps, and the patterns tried by selection.

use tablewright_records::TextSink;
use tablewright_selection::patterns::{
    InferenceStep, PatternSkipReason, PatternStage, PatternTrace, TreeDescription,
};

use super::report::{NamedCode, PatternReport, TriedPattern};
use super::target::MatcherTarget;

pub(super) fn patterns(
    target: &MatcherTarget<'_>,
    reports: &[PatternReport],
    has_steps: bool,
) -> String {
    let mut text = String::new();
    for report in reports {
        if !text.is_empty() {
            text.push('\n');
        }
        pattern(target, report, has_steps, &mut text);
    }
    text
}

fn pattern(target: &MatcherTarget<'_>, report: &PatternReport, has_steps: bool, text: &mut String) {
    writeln!(text, "pattern {}", target.record_name(report.record));
    for (index, location) in target.locations(report.record).iter().enumerate() {
        let what = if index == 0 { "defined" } else { "by defm" };
        writeln!(text, "  {what:10} {location}");
    }
    let trace = &report.trace;
    written(trace, text);
    if let Some(reason) = &trace.skipped {
        writeln!(text, "  left out   {}", skip_reason(reason));
    }
    if let Some(stages) = &trace.stages {
        text.push_str("  expanded\n");
        lines_of_stage(&stages.expanded, text);
        if has_steps {
            steps(&stages.steps, text);
        }
        text.push_str("  with types\n");
        for (index, source) in stages.inferred.sources.iter().enumerate() {
            if let Some(reason) = &stages.skipped[index] {
                writeln!(text, "    left out: {}", skip_reason(reason));
            }
            tree(source, 2, text);
        }
        text.push_str("    ->\n");
        tree(&stages.inferred.result, 2, text);
    }
    for (what, list) in [("condition", &report.conditions), ("predicate", &report.predicates)] {
        for NamedCode { name, code } in list {
            let code = code.split_whitespace().collect::<Vec<_>>().join(" ");
            writeln!(text, "  {what:10} {name}: {code}");
        }
    }
    for tried in &report.tried {
        self::tried(target, tried, text);
    }
}

/// Writes the sources and results in a pattern's written form, each on one line.
fn written(trace: &PatternTrace, text: &mut String) {
    for (index, source) in trace.written_source.iter().enumerate() {
        let what = if index == 0 { "written" } else { "" };
        writeln!(text, "  {what:10} {source}");
    }
    for result in &trace.written_result {
        writeln!(text, "          -> {result}");
    }
}

fn lines_of_stage(stage: &PatternStage, text: &mut String) {
    for source in &stage.sources {
        writeln!(text, "    {source}");
    }
    writeln!(text, "    -> {}", stage.result);
}

/// Writes a tree, with a line for each node and the types of its values.
fn tree(node: &TreeDescription, level: usize, text: &mut String) {
    let types: Vec<String> = node.types.iter().map(ToString::to_string).collect();
    write!(text, "{:indent$}{}", "", node.label(), indent = 2 * level);
    if types.is_empty() {
        text.push('\n')
    } else {
        writeln!(text, ": {}", types.join(" | "))
    }
    for child in &node.children {
        tree(child, level + 1, text);
    }
}

fn steps(steps: &[InferenceStep], text: &mut String) {
    writeln!(text, "  inference");
    for (number, step) in steps.iter().enumerate() {
        let value = if step.value == 0 { String::new() } else { format!(" value {}", step.value) };
        writeln!(text, "    {:>3}. {}{value}", number + 1, step.node);
        writeln!(text, "         {} -> {}: {}", step.before, step.after, step.rule);
    }
}

fn tried(target: &MatcherTarget<'_>, tried: &TriedPattern, text: &mut String) {
    let (index, count) = (tried.index, target.to_match.list.len());
    let form = target.form(index).map_or(String::new(), |form| format!(", {form}"));
    writeln!(text, "  tried as number {} of {count}{form}", index + 1);
    writeln!(text, "    {} -> {}", tried.source, tried.result);
    if !tried.mode_condition.is_empty() {
        writeln!(text, "    mode        {}", tried.mode_condition);
    }
    let parts: Vec<String> =
        tried.complexity.iter().map(|(what, points)| format!("{points} {what}")).collect();
    writeln!(text, "    complexity  {} = {}", tried.sum(), parts.join(" + "));
    let rank = &target.ranks[index];
    writeln!(text, "    result      cost {}, {} bytes of instructions", rank.cost, rank.size);
    let cost = &target.costs[index];
    match &cost.ends[..] {
        [] => text.push_str("    table       0 bytes: an earlier pattern has the same steps\n"),
        ends => {
            let ends: Vec<String> = ends.iter().map(ToString::to_string).collect();
            let (own, shared) = (cost.own, cost.shared);
            let ends = ends.join(", ");
            writeln!(
                text,
                "    table       {own} bytes of its own, {shared} shared; completed at {ends}"
            );
        }
    }
}

/// Returns the reason why a pattern is skipped.
pub(super) fn skip_reason(reason: &PatternSkipReason) -> String {
    match reason {
        PatternSkipReason::NullFragment => "it contains null_frag".to_owned(),
        PatternSkipReason::NoResult => "its list of results is empty".to_owned(),
        PatternSkipReason::NoType(node) => format!("no type is possible for {node}"),
        PatternSkipReason::ConstantOnLeft => {
            "it can never match: constants stand on the right of commutative nodes".to_owned()
        }
    }
}
