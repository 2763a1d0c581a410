//! `--select`: the instructions that trees become, by executing the matcher table, or with `--global-isel` the rules of
//! GlobalISel.

mod functions;

use std::collections::HashSet;

use serde::Serialize;
use tablewright_backend::Failure;
use tablewright_inspect::encoding::DecoderSetup;
use tablewright_llvm::selection::SelectionRules;
use tablewright_llvm::selector::{
    NamedAttempt, NamedInstruction, NamedTrial, NamedValue, Selection, Selector, SelectorOptions,
    ValueNames,
};
use tablewright_records::TextSink;
use tablewright_selection::patterns::graph::{
    GraphTypes, GraphValue, SelectionGraph, TreeError, read_trees,
};
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_syntax::source::SourceMap;
use tablewright_target::enabled_features::EnabledFeatures;
use tablewright_target::hw_modes::HwModeId;

use super::rows::{PatternLineRow, RecordRow};
use super::target::{MatcherTarget, PatternsTarget};
use crate::description_command::{ArgumentError, CommandSubject};
use crate::report::{Report, ReportForm};

/// Patterns listed for a node that nothing selects.
const MAX_NEAREST: usize = 6;

/// The arguments of `--select`.
pub(super) struct SelectArguments {
    pub(super) input: SelectInput,
    pub(super) setup: DecoderSetup,
    /// The mode's name. `None`: the mode of the features.
    pub(super) hw_mode: Option<String>,
    pub(super) options: SelectorOptions,
}

/// The input of `--select`.
pub(super) enum SelectInput {
    Trees(String),
    /// Functions of LLVM IR.
    Functions {
        file: String,
        text: String,
    },
}

/// A selected instruction.
#[derive(Serialize)]
struct InstructionRow<'s> {
    #[serde(flatten)]
    instruction: NamedInstruction,
    /// The pattern's record. `None` for copies, and for constants that C++ creates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pattern: Option<RecordRow<'s>>,
}

/// Attempts for a node.
#[derive(Serialize)]
struct AttemptRow {
    node: String,
    tried: Vec<TriedRow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    selected: Option<String>,
}

#[derive(Clone, PartialEq, Eq, Hash, Serialize)]
struct TriedRow {
    pattern: String,
    location: String,
    reason: String,
}

/// The instructions for trees.
#[derive(Serialize)]
struct SelectionReport<'s> {
    target: &'s str,
    instructions: Vec<InstructionRow<'s>>,
    /// Values of the trees by name.
    results: Vec<NamedValue>,
    assumptions: Vec<String>,
    not_selected: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    trace: Vec<AttemptRow>,
    /// Lines about results that are not an instruction's own, for the text form.
    #[serde(skip)]
    others: Vec<String>,
}

/// Selects the input with the matcher table, and prints the instructions.
pub(super) fn selected<'s>(
    subject: &mut CommandSubject<'s, '_>,
    target: &MatcherTarget<'s>,
    arguments: &SelectArguments,
    form: ReportForm,
) -> Result<String, Failure> {
    let (features, mode) = arguments.subtarget(subject)?;
    let options = arguments.options;
    let selector = Selector::new(&target.table, features, mode, options, subject.diagnostics)?;
    print(subject, target, &selector, arguments, form)
}

/// Selects the input with GlobalISel rules, and prints the instructions.
pub(super) fn selected_with_rules<'s>(
    subject: &mut CommandSubject<'s, '_>,
    target: &PatternsTarget<'s>,
    arguments: &SelectArguments,
    form: ReportForm,
) -> Result<String, Failure> {
    let rules = SelectionRules::new(subject.store, subject.diagnostics)?;
    let (features, mode) = arguments.subtarget(subject)?;
    let selector = rules.selector(features, mode, arguments.options, subject.diagnostics)?;
    print(subject, target, &selector, arguments, form)
}

fn print<'s>(
    subject: &mut CommandSubject<'s, '_>,
    target: &PatternsTarget<'s>,
    selector: &Selector<'_, 's>,
    arguments: &SelectArguments,
    form: ReportForm,
) -> Result<String, Failure> {
    match &arguments.input {
        SelectInput::Trees(text) => {
            let graph = read_trees(text, selector.types(), target.to_match);
            let graph = graph
                .map_err(|error| subject.argument_error(tree_error("--select", text, &error)))?;
            let selection = select(target, arguments, selector, &graph)?;
            let report = SelectionReport::new(target, selector.types(), &graph, &selection);
            Ok(form.print(&report, subject.width))
        }
        SelectInput::Functions { file, text } => {
            functions::selected(subject, target, selector, (file, text), form)
        }
    }
}

impl SelectArguments {
    /// Returns the features and the hardware mode to select for.
    fn subtarget<'s>(
        &self,
        subject: &mut CommandSubject<'s, '_>,
    ) -> Result<(Option<EnabledFeatures<'s>>, HwModeId), Failure> {
        let (store, mode) = (subject.store, self.hw_mode.as_deref());
        Ok(self.setup.features_and_mode(mode, store, subject.diagnostics)?)
    }
}

/// Selects a graph. Without a trace, a node that nothing selects is an error.
fn select(
    target: &PatternsTarget<'_>,
    arguments: &SelectArguments,
    selector: &Selector<'_, '_>,
    graph: &SelectionGraph,
) -> Result<Selection, Failure> {
    let selection = selector.select(graph);
    if selection.failures.is_empty() || arguments.options.has_trace {
        return Ok(selection);
    }
    let selection = selector.select_with_trace(graph);
    Err(not_selected(target, selector.types(), graph, &selection).into())
}

/// Converts an error to a diagnostic about the argument's text.
fn tree_error(name: &str, text: &str, error: &TreeError) -> ArgumentError {
    let mut sources = SourceMap::new();
    let diagnostic = match sources.add(name.to_owned(), text.to_owned(), None) {
        Ok(file) => {
            let pos = sources.file(file).pos(error.offset);
            Diagnostic::error(Code::Usage, pos, error.message.clone())
        }
        Err(_) => Diagnostic::error_anywhere(Code::Usage, error.message.clone()),
    };
    ArgumentError { sources, diagnostic }
}

/// Returns the error for nodes without a pattern, with the nearest patterns.
fn not_selected(
    target: &PatternsTarget<'_>,
    types: &GraphTypes<'_>,
    graph: &SelectionGraph,
    selection: &Selection,
) -> Diagnostic {
    let text = |value: GraphValue| graph.text(types, value);
    let described = |value: GraphValue| {
        let ty = graph.ty(value).filter(|&ty| ty != types.other);
        let ty = ty.map(|ty| format!(" of type {}", types.name(ty)));
        format!("{}{}", text(value), ty.unwrap_or_default())
    };
    let first = selection.failures[0];
    let message = format!("no pattern selects {}", described(first));
    let mut diagnostic = Diagnostic::error_anywhere(Code::Usage, message);
    for &value in &selection.failures[1..] {
        diagnostic.note(None, format!("no pattern selects {}", described(value)));
    }
    let tried = selection.trace.iter().filter(|attempt| attempt.node == first);
    let tried =
        tried.flat_map(|attempt| attempt.trials()).map(|trial| TriedRow::new(target, trial));
    // A record may have several patterns, and each is tried with both operand orders.
    let mut known = HashSet::new();
    let tried: Vec<TriedRow> = tried.filter(|row| known.insert(row.clone())).collect();
    if tried.is_empty() {
        let name = graph.node_name(types, first);
        diagnostic.note(None, format!("no pattern begins with '{name}'"));
    }
    // Patterns that match more steps fail later.
    for row in tried.iter().rev().take(MAX_NEAREST).rev() {
        let TriedRow { pattern, location, reason } = row;
        diagnostic.note(None, format!("{pattern} ({location}): {reason}"));
    }
    diagnostic
}

impl TriedRow {
    fn new(target: &PatternsTarget<'_>, trial: NamedTrial) -> TriedRow {
        let record = target.pattern(trial.pattern).record;
        TriedRow {
            pattern: target.record_name(record).to_owned(),
            location: target.location_text(record),
            reason: trial.reason,
        }
    }
}

impl AttemptRow {
    fn new(target: &PatternsTarget<'_>, attempt: NamedAttempt) -> AttemptRow {
        let NamedAttempt { node, tried, selected } = attempt;
        AttemptRow {
            node,
            tried: tried.into_iter().map(|trial| TriedRow::new(target, trial)).collect(),
            selected: selected.map(|index| {
                let record = target.pattern(index).record;
                format!("{} ({})", target.record_name(record), target.location_text(record))
            }),
        }
    }

    /// Adds the attempt as text.
    fn print(&self, text: &mut String) {
        writeln!(text, "{}", self.node);
        for TriedRow { pattern, location, reason } in &self.tried {
            writeln!(text, "  {pattern} ({location}): {reason}");
        }
        match &self.selected {
            Some(pattern) => writeln!(text, "  {pattern}: selected"),
            None => writeln!(text, "  nothing is selected"),
        }
    }
}

impl<'s> SelectionReport<'s> {
    fn new(
        target: &PatternsTarget<'s>,
        types: &GraphTypes<'_>,
        graph: &SelectionGraph,
        selection: &Selection,
    ) -> SelectionReport<'s> {
        let names = ValueNames::new(types, graph, selection);
        let instructions = names.instructions().into_iter();
        let attempts = names.attempts().into_iter();
        SelectionReport {
            target: target.name,
            instructions: instructions.map(|it| InstructionRow::new(target, it)).collect(),
            results: names.values(),
            assumptions: selection.assumptions.clone(),
            not_selected: names.failures(),
            trace: attempts.map(|attempt| AttemptRow::new(target, attempt)).collect(),
            others: names.other_values(),
        }
    }
}

impl<'s> InstructionRow<'s> {
    fn new(target: &PatternsTarget<'s>, instruction: NamedInstruction) -> InstructionRow<'s> {
        let pattern = instruction.pattern;
        let pattern = pattern.map(|index| RecordRow::new(target, target.pattern(index).record));
        InstructionRow { instruction, pattern }
    }
}

impl PatternLineRow for InstructionRow<'_> {
    const LIST: &'static str = "instructions";
    const COLUMNS: &'static [&'static str] = &["INSTRUCTION", "RESULTS", "OPERANDS", "PATTERN"];

    fn cells(&self) -> Vec<String> {
        let NamedInstruction { name, results, .. } = &self.instruction;
        let pattern = self.pattern.as_ref().map_or("", |pattern| pattern.name);
        let operands = self.instruction.operands_text();
        vec![name.clone(), results.join(", "), operands, pattern.to_owned()]
    }
}

impl<'s> Report for SelectionReport<'s> {
    const NAME: &'static str = super::rows::REPORT;
    const COLUMNS: &'static [&'static str] = InstructionRow::COLUMNS;
    type Row = InstructionRow<'s>;

    fn rows(&self) -> &[InstructionRow<'s>] {
        &self.instructions
    }

    fn cells(&self, row: &InstructionRow<'s>) -> Vec<String> {
        row.cells()
    }

    fn text(&self, _: Option<usize>) -> String {
        let mut text = String::new();
        for attempt in &self.trace {
            attempt.print(&mut text);
        }
        if !self.trace.is_empty() {
            text.push('\n');
        }
        for row in &self.instructions {
            writeln!(text, "{}", row.instruction.text());
        }
        for value in &self.others {
            writeln!(text, "{value}");
        }
        for assumption in &self.assumptions {
            writeln!(text, "assumed: {assumption}");
        }
        for node in &self.not_selected {
            writeln!(text, "not selected: {node}");
        }
        text
    }
}
