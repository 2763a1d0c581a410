//! `--select`: the instructions that trees become, by executing the matcher table.

mod functions;

use std::collections::HashSet;

use serde::Serialize;
use tablewright_backend::Failure;
use tablewright_inspect::encoding::DecoderSetup;
use tablewright_llvm::selector::{
    SelectedInstruction, SelectedOperand, Selection, Selector, SelectorOptions, TriedPatterns,
};
use tablewright_records::TextSink;
use tablewright_selection::patterns::graph::{
    GraphPayload, GraphRoot, GraphTypes, GraphValue, SelectionGraph, TreeError, read_trees,
};
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_syntax::source::SourceMap;
use tablewright_target::hw_modes::HwModeId;

use super::rows::{PatternLineRow, RecordRow};
use super::target::MatcherTarget;
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
    name: String,
    results: Vec<String>,
    operands: Vec<OperandRow>,
    /// The pattern's record. `None` for copies, and for constants that C++ creates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pattern: Option<RecordRow<'s>>,
}

/// An operand.
#[derive(Clone, Serialize)]
struct OperandRow {
    /// `value`, `register`, `number`, `enumerator`, `block`, `symbol` or `none`.
    kind: &'static str,
    value: String,
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
    results: Vec<ResultRow>,
    assumptions: Vec<String>,
    not_selected: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    trace: Vec<AttemptRow>,
    /// Lines about results that are not an instruction's own, for the text form.
    #[serde(skip)]
    others: Vec<String>,
}

#[derive(Serialize)]
struct ResultRow {
    name: String,
    #[serde(flatten)]
    operand: OperandRow,
}

/// Selects the input, and prints the instructions.
pub(super) fn selected<'s>(
    subject: &mut CommandSubject<'s, '_>,
    target: &MatcherTarget<'s>,
    arguments: &SelectArguments,
    form: ReportForm,
) -> Result<String, Failure> {
    let selector = selector(subject, target, arguments, arguments.options)?;
    match &arguments.input {
        SelectInput::Trees(text) => {
            let graph = read_trees(text, selector.types(), target.to_match);
            let graph = graph
                .map_err(|error| subject.argument_error(tree_error("--select", text, &error)))?;
            let selection = select(subject, target, arguments, &selector, &graph)?;
            let report = SelectionReport::new(target, selector.types(), &graph, &selection);
            Ok(form.print(&report, subject.width))
        }
        SelectInput::Functions { file, text } => {
            functions::selected(subject, target, &selector, (file, text), form)
        }
    }
}

/// Selects a graph. Without a trace, a node that nothing selects is an error.
fn select<'s>(
    subject: &mut CommandSubject<'s, '_>,
    target: &MatcherTarget<'s>,
    arguments: &SelectArguments,
    selector: &Selector<'_, '_>,
    graph: &SelectionGraph,
) -> Result<Selection, Failure> {
    let selection = selector.select(graph);
    if selection.failures.is_empty() || arguments.options.has_trace {
        return Ok(selection);
    }
    let traced = SelectorOptions { has_trace: true, ..arguments.options };
    let traced = self::selector(subject, target, arguments, traced)?;
    let selection = traced.select(graph);
    Err(not_selected(target, selector.types(), graph, &selection).into())
}

/// Creates a selector for the subtarget in the arguments.
fn selector<'t, 's>(
    subject: &mut CommandSubject<'s, '_>,
    target: &'t MatcherTarget<'s>,
    arguments: &SelectArguments,
    options: SelectorOptions,
) -> Result<Selector<'t, 's>, Failure> {
    let features = arguments.setup.enabled_features(subject.store, subject.diagnostics)?;
    let mode = match (&arguments.hw_mode, &features) {
        (Some(name), _) => mode_named(target, name)?,
        (None, Some(features)) => features.hw_mode(subject.store, subject.diagnostics)?,
        (None, None) => HwModeId::DEFAULT,
    };
    Ok(Selector::new(&target.table, features, mode, options, subject.diagnostics)?)
}

fn mode_named(target: &MatcherTarget<'_>, name: &str) -> Result<HwModeId, Diagnostic> {
    let modes = target.hw_modes;
    let found = modes.iter().find(|(_, mode)| mode.name == name).map(|(id, _)| id);
    found.ok_or_else(|| {
        let names = modes.iter().map(|(_, mode)| mode.name.as_str());
        tablewright_inspect::unknown_name("hardware mode", name, names)
    })
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
    target: &MatcherTarget<'_>,
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
    let tried = tried.flat_map(|attempt| &attempt.tried).flat_map(|tried| rows(target, tried));
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

/// Returns a row for each pattern that a step excluded.
fn rows(target: &MatcherTarget<'_>, tried: &TriedPatterns) -> Vec<TriedRow> {
    let row = |&index: &usize| {
        let record = target.pattern(index).record;
        TriedRow {
            pattern: target.record_name(record).to_owned(),
            location: target.location_text(record),
            reason: tried.reason.clone(),
        }
    };
    tried.patterns.iter().map(row).collect()
}

/// Names of values: the trees' own names, else a number.
struct ValueNames<'a> {
    types: &'a GraphTypes<'a>,
    graph: &'a SelectionGraph,
    selection: &'a Selection,
}

impl ValueNames<'_> {
    /// Returns the name of an instruction's result.
    fn result(&self, instruction: usize, result: usize) -> String {
        if let Some(name) = self.name(instruction, result) {
            return format!("${name}");
        }
        let earlier = self.selection.instructions.iter().take(instruction).enumerate();
        let earlier =
            earlier.flat_map(|(number, it)| (0..it.result_count).map(move |it| (number, it)));
        let unnamed = earlier.filter(|&(number, result)| self.name(number, result).is_none());
        format!("%{}", unnamed.count() + result)
    }

    /// Returns a line for each named value that is not an instruction's own.
    fn others(&self) -> Vec<String> {
        let roots = self.graph.roots.iter().zip(&self.selection.roots);
        let line = |(root, operand): (&GraphRoot, &Option<SelectedOperand>)| {
            let (name, operand) = (root.name.as_ref()?, self.operand(operand.as_ref()?));
            (operand.value != format!("${name}")).then(|| format!("${name} is {}", operand.value))
        };
        roots.filter_map(line).collect()
    }

    /// Returns the name that the trees have for a result.
    fn name(&self, instruction: usize, result: usize) -> Option<&str> {
        let operand = SelectedOperand::Result { instruction, result };
        let mut roots = self.graph.roots.iter().zip(&self.selection.roots);
        roots.find_map(|(root, became)| {
            root.name.as_deref().filter(|_| became.as_ref() == Some(&operand))
        })
    }

    fn operand(&self, operand: &SelectedOperand) -> OperandRow {
        let (kind, value) = match operand {
            SelectedOperand::Result { instruction, result } => {
                ("value", self.result(*instruction, *result))
            }
            SelectedOperand::Number(number) => ("number", number.to_string()),
            SelectedOperand::Register(name) => ("register", name.clone()),
            SelectedOperand::NoRegister => ("none", "NoRegister".to_owned()),
            SelectedOperand::Enumerator(text) => ("enumerator", text.clone()),
            SelectedOperand::Leaf(value) => match &self.graph.get(value.node).payload {
                GraphPayload::Register(name) => ("value", format!("${name}")),
                GraphPayload::Block(name) => ("block", name.clone()),
                GraphPayload::Symbol(name) => ("symbol", name.clone()),
                GraphPayload::Condition(name) => ("enumerator", name.clone()),
                GraphPayload::Type(ty) => ("enumerator", self.types.name(*ty).to_owned()),
                GraphPayload::Constant(number) => ("number", number.to_string()),
                GraphPayload::None | GraphPayload::Memory(_) => ("none", "?".to_owned()),
            },
        };
        OperandRow { kind, value }
    }
}

impl<'s> SelectionReport<'s> {
    fn new(
        target: &MatcherTarget<'s>,
        types: &GraphTypes<'_>,
        graph: &SelectionGraph,
        selection: &Selection,
    ) -> SelectionReport<'s> {
        let names = ValueNames { types, graph, selection };
        let roots = graph.roots.iter().zip(&selection.roots);
        let results = roots.filter_map(|(root, operand)| {
            let (name, operand) = (root.name.clone()?, names.operand(operand.as_ref()?));
            Some(ResultRow { name, operand })
        });
        let attempts = selection.trace.iter().map(|attempt| AttemptRow {
            node: graph.text(types, attempt.node),
            tried: attempt.tried.iter().flat_map(|tried| rows(target, tried)).collect(),
            selected: attempt.selected.map(|index| {
                let record = target.pattern(index).record;
                format!("{} ({})", target.record_name(record), target.location_text(record))
            }),
        });
        SelectionReport {
            target: target.name,
            instructions: instruction_rows(target, &names),
            results: results.collect(),
            assumptions: selection.assumptions.clone(),
            not_selected: selection.failures.iter().map(|&it| graph.text(types, it)).collect(),
            trace: attempts.collect(),
            others: names.others(),
        }
    }
}

impl InstructionRow<'_> {
    /// Returns the instruction as text: `$d = ADD $a, $b`.
    fn line(&self) -> String {
        let cells = self.cells();
        let results =
            if self.results.is_empty() { String::new() } else { format!("{} = ", cells[1]) };
        format!("{results}{} {}", cells[0], cells[2]).trim_end().to_owned()
    }
}

/// Returns the instructions of a selection.
fn instruction_rows<'s>(
    target: &MatcherTarget<'s>,
    names: &ValueNames<'_>,
) -> Vec<InstructionRow<'s>> {
    let instructions = names.selection.instructions.iter().enumerate();
    let row = |(number, instruction): (usize, &SelectedInstruction)| {
        let SelectedInstruction { name, operands, result_count, pattern, .. } = instruction;
        InstructionRow {
            name: name.clone(),
            results: (0..*result_count).map(|result| names.result(number, result)).collect(),
            operands: operands.iter().map(|operand| names.operand(operand)).collect(),
            pattern: pattern.map(|index| RecordRow::new(target, target.pattern(index).record)),
        }
    };
    instructions.map(row).collect()
}

impl PatternLineRow for InstructionRow<'_> {
    const LIST: &'static str = "instructions";
    const COLUMNS: &'static [&'static str] = &["INSTRUCTION", "RESULTS", "OPERANDS", "PATTERN"];

    fn cells(&self) -> Vec<String> {
        let operands: Vec<&str> = self.operands.iter().map(|it| it.value.as_str()).collect();
        let pattern = self.pattern.as_ref().map_or("", |pattern| pattern.name);
        let (name, results) = (self.name.clone(), self.results.join(", "));
        vec![name, results, operands.join(", "), pattern.to_owned()]
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
            writeln!(text, "{}", attempt.node);
            for TriedRow { pattern, location, reason } in &attempt.tried {
                writeln!(text, "  {pattern} ({location}): {reason}");
            }
            match &attempt.selected {
                Some(pattern) => writeln!(text, "  {pattern}: selected"),
                None => writeln!(text, "  nothing is selected"),
            }
        }
        if !self.trace.is_empty() {
            text.push('\n');
        }
        for row in &self.instructions {
            writeln!(text, "{}", row.line());
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
