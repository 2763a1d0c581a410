//! All details of patterns as data: written form, trees with types, and the patterns tried by selection.

use serde::{Serialize, Serializer};
use tablewright_selection::patterns::{
    InferenceStep, PatternStage, PatternStages, TreeDescription, TypesDescription,
};

use super::report::{NamedCode, PatternReport, TriedPattern};
use super::rows::{PatternLineRow, RECORD_COLUMNS, ReasonRow, RecordRow, optional};
use super::target::MatcherTarget;

/// All details of a record's pattern.
#[derive(Serialize)]
pub(super) struct DetailedRow<'r> {
    #[serde(flatten)]
    record: RecordRow<'r>,
    written: WrittenRow<'r>,
    /// Reason why the whole pattern is skipped. `None` if it is not.
    skipped: Option<ReasonRow<'r>>,
    /// `None` if the pattern is skipped before fragments are expanded.
    #[serde(flatten)]
    stages: Option<StagesRow<'r>>,
    /// C++ conditions required by the pattern.
    conditions: &'r [NamedCode],
    /// Node predicates.
    predicates: &'r [NamedCode],
    tried: Vec<TriedRow<'r>>,
}

/// A pattern as written in its record.
#[derive(Serialize)]
struct WrittenRow<'r> {
    source: &'r [String],
    result: &'r [String],
}

/// A pattern with fragments expanded, and with types.
#[derive(Serialize)]
struct StagesRow<'r> {
    expanded: StageRow<'r>,
    inferred: StageRow<'r>,
    /// For each source, the reason why it is skipped. `None` if it is not.
    skipped_alternatives: Vec<Option<ReasonRow<'r>>>,
    /// Type inference steps. `None` if they were not requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<Vec<StepRow<'r>>>,
}

/// The trees in a pattern: sources to match, and the result.
#[derive(Serialize)]
struct StageRow<'r> {
    sources: Vec<TreeRow<'r>>,
    result: TreeRow<'r>,
}

#[derive(Serialize)]
struct TreeRow<'r> {
    kind: &'static str,
    operator: &'r str,
    name: Option<&'r str>,
    /// Types of each value.
    types: Vec<TypesRow<'r>>,
    predicates: &'r [String],
    transform: Option<&'r str>,
    operands: Vec<TreeRow<'r>>,
}

/// Types by mode. The default mode is `*`.
struct TypesRow<'r>(&'r TypesDescription);

/// A type inference step.
#[derive(Serialize)]
struct StepRow<'r> {
    node: &'r str,
    /// Index of the value whose types were reduced.
    value: usize,
    before: TypesRow<'r>,
    after: TypesRow<'r>,
    rule: &'r str,
}

/// A pattern in the form that selection tries.
#[derive(Serialize)]
struct TriedRow<'r> {
    /// Position in the order in which patterns are tried, counted from one.
    number: usize,
    /// Difference from the record's pattern. `None` if they are the same.
    form: Option<String>,
    mode_condition: &'r str,
    source: TreeRow<'r>,
    result: TreeRow<'r>,
    complexity: i64,
    complexity_parts: Vec<ComplexityRow<'r>>,
    /// Cost of the resulting instructions.
    cost: i64,
    instruction_bytes: u32,
    table: TableRow<'r>,
    /// Source and result on one line.
    #[serde(skip)]
    text: String,
}

/// A part of a complexity.
#[derive(Serialize)]
struct ComplexityRow<'r> {
    what: &'r str,
    points: i64,
}

/// The pattern's share in the matcher table.
#[derive(Serialize)]
struct TableRow<'r> {
    /// Bytes that serve only this pattern.
    own_bytes: u32,
    /// Bytes that also serve other patterns.
    shared_bytes: u32,
    /// Indices of the steps that complete the pattern.
    ends: &'r [u32],
}

impl<'r> DetailedRow<'r> {
    pub(super) fn new(
        target: &'r MatcherTarget<'_>,
        report: &'r PatternReport,
        has_steps: bool,
    ) -> DetailedRow<'r> {
        let trace = &report.trace;
        DetailedRow {
            record: RecordRow::new(target, report.record),
            written: WrittenRow { source: &trace.written_source, result: &trace.written_result },
            skipped: trace.skipped.as_ref().map(ReasonRow::new),
            stages: trace.stages.as_ref().map(|stages| StagesRow::new(stages, has_steps)),
            conditions: &report.conditions,
            predicates: &report.predicates,
            tried: report.tried.iter().map(|tried| TriedRow::new(target, tried)).collect(),
        }
    }
}

impl PatternLineRow for DetailedRow<'_> {
    const LIST: &'static str = "patterns";
    const COLUMNS: &'static [&'static str] = RECORD_COLUMNS;

    fn cells(&self) -> Vec<String> {
        let mut cells = self.record.cells();
        let first = self.tried.first().map(|tried| &tried.text);
        cells.extend([self.tried.len().to_string(), optional(first)]);
        cells
    }
}

impl<'r> StagesRow<'r> {
    fn new(stages: &'r PatternStages, has_steps: bool) -> StagesRow<'r> {
        let skipped = stages.skipped.iter().map(|reason| reason.as_ref().map(ReasonRow::new));
        StagesRow {
            expanded: StageRow::new(&stages.expanded),
            inferred: StageRow::new(&stages.inferred),
            skipped_alternatives: skipped.collect(),
            steps: has_steps.then(|| stages.steps.iter().map(StepRow::new).collect()),
        }
    }
}

impl<'r> StageRow<'r> {
    fn new(stage: &'r PatternStage) -> StageRow<'r> {
        let sources = stage.sources.iter().map(TreeRow::from_node).collect();
        StageRow { sources, result: TreeRow::from_node(&stage.result) }
    }
}

impl<'r> TreeRow<'r> {
    fn from_node(node: &'r TreeDescription) -> TreeRow<'r> {
        TreeRow {
            kind: node.kind.name(),
            operator: &node.operator,
            name: node.name.as_deref(),
            types: node.types.iter().map(TypesRow).collect(),
            predicates: &node.predicates,
            transform: node.transform.as_deref(),
            operands: node.children.iter().map(TreeRow::from_node).collect(),
        }
    }
}

impl Serialize for TypesRow<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.modes.iter().map(|(mode, types)| {
            let mode = if mode.is_empty() { "*" } else { mode };
            (mode, types)
        }))
    }
}

impl<'r> StepRow<'r> {
    fn new(step: &'r InferenceStep) -> StepRow<'r> {
        StepRow {
            node: &step.node,
            value: step.value,
            before: TypesRow(&step.before),
            after: TypesRow(&step.after),
            rule: &step.rule,
        }
    }
}

impl<'r> TriedRow<'r> {
    fn new(target: &'r MatcherTarget<'_>, tried: &'r TriedPattern) -> TriedRow<'r> {
        let (rank, cost) = (&target.ranks[tried.index], &target.costs[tried.index]);
        let parts = tried.complexity.iter();
        let parts = parts.map(|(what, points)| ComplexityRow { what, points: *points });
        TriedRow {
            number: tried.index + 1,
            form: target.form(tried.index),
            mode_condition: &tried.mode_condition,
            source: TreeRow::from_node(&tried.source),
            result: TreeRow::from_node(&tried.result),
            complexity: tried.sum(),
            complexity_parts: parts.collect(),
            cost: rank.cost,
            instruction_bytes: rank.size,
            table: TableRow { own_bytes: cost.own, shared_bytes: cost.shared, ends: &cost.ends },
            text: format!("{} -> {}", tried.source, tried.result),
        }
    }
}
