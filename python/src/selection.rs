//! Instructions for trees and LLVM IR functions, as JSON.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde::Serialize;
use tablewright::backend::Failure;
use tablewright::inspect::SourceLocation;
use tablewright::inspect::encoding::DecoderSetup;
use tablewright::matcher_table::MatcherTable;
use tablewright::selector::{
    NamedAttempt, NamedInstruction, NamedTrial, NamedValue, SelectedBlock, SelectionRules,
    Selector, SelectorOptions, ValueNames, read_trees,
};
use tablewright::syntax::diagnostic::Diagnostics;
use tablewright::{AnalysisError, RecordStore};

use crate::description::Store;
use crate::target::{analyse, json};

/// Subtarget and options, read from `_SelectOptions` in `_target.py`.
#[derive(FromPyObject)]
pub(crate) struct SelectOptions {
    processor: Option<String>,
    features: Vec<String>,
    hw_mode: Option<String>,
    /// Whether GlobalISel rules replace the matcher table.
    is_global_isel: bool,
    has_assumptions: bool,
    has_trace: bool,
}

/// Selected instructions; read by `Selection._of`.
#[derive(Default, Serialize)]
struct SelectionData {
    instructions: Vec<InstructionData>,
    values: Vec<NamedValue>,
    assumptions: Vec<String>,
    not_selected: Vec<String>,
    trace: Vec<AttemptData>,
}

#[derive(Serialize)]
struct InstructionData {
    #[serde(flatten)]
    instruction: NamedInstruction,
    text: String,
    pattern: Option<PatternData>,
    /// Function and block. `None` for trees.
    place: Option<(String, String)>,
}

/// A pattern's record.
#[derive(Serialize)]
struct PatternData {
    record: String,
    location: Option<SourceLocation>,
}

#[derive(Serialize)]
struct AttemptData {
    node: String,
    tried: Vec<(PatternData, String)>,
    selected: Option<PatternData>,
}

/// Selects instructions for trees.
#[pyfunction]
pub(crate) fn select(
    py: Python<'_>,
    store: &Store,
    text: String,
    options: SelectOptions,
) -> PyResult<String> {
    with_selector(py, store, options, move |selector| {
        let graph = read_trees(&text, selector.types(), selector.patterns());
        let graph =
            graph.map_err(|it| format!("{}: {}", position(&text, it.offset), it.message))?;
        let selection = selector.select(&graph);
        let names = ValueNames::new(selector.types(), &graph, &selection);
        let instructions = names.instructions().into_iter();
        let attempts = names.attempts().into_iter();
        Ok(SelectionData {
            instructions: instructions.map(|it| InstructionData::new(selector, it, None)).collect(),
            values: names.values(),
            assumptions: selection.assumptions.clone(),
            not_selected: names.failures(),
            trace: attempts.map(|attempt| AttemptData::new(selector, attempt)).collect(),
        })
    })
}

/// Returns an offset in a text as line and column, as `assemble` reports them.
fn position(text: &str, offset: usize) -> String {
    let before = text.get(..offset).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    let line = before.matches('\n').count() + 1;
    format!("line {line}, column {}", before[line_start..].chars().count() + 1)
}

/// Selects instructions for LLVM IR functions.
#[pyfunction]
pub(crate) fn select_ir(
    py: Python<'_>,
    store: &Store,
    text: String,
    options: SelectOptions,
) -> PyResult<String> {
    with_selector(py, store, options, move |selector| {
        let blocks = selector.select_functions(&text).map_err(|error| error.to_string())?;
        let mut data = SelectionData::default();
        for block in blocks {
            data.add(selector, block);
        }
        Ok(data)
    })
}

/// Calls a function with a selector on another thread; returns its result as JSON. A message is a `ValueError`.
fn with_selector(
    py: Python<'_>,
    store: &Store,
    options: SelectOptions,
    select: impl FnOnce(&Selector<'_, '_>) -> Result<SelectionData, String> + Send + 'static,
) -> PyResult<String> {
    let selected = analyse(py, &store.description, move |store, diagnostics| {
        let SelectOptions { processor, features, hw_mode, .. } = options;
        let setup = DecoderSetup { tables: Vec::new(), processor, features };
        let (features, mode) = setup.features_and_mode(hw_mode.as_deref(), store, diagnostics)?;
        let settings = SelectorOptions {
            refuses_assumptions: !options.has_assumptions,
            has_trace: options.has_trace,
        };
        let data = if options.is_global_isel {
            let rules = SelectionRules::new(store, diagnostics)?;
            select(&rules.selector(features, mode, settings, diagnostics)?)
        } else {
            let table = matcher_table(store, diagnostics)?;
            select(&Selector::new(&table, features, mode, settings, diagnostics)?)
        };
        data.map(|data| json(&data)).map_or_else(|error| Ok(Err(error)), |text| text.map(Ok))
    })?;
    selected.map_err(PyValueError::new_err)
}

fn matcher_table<'s>(
    store: &'s RecordStore,
    diagnostics: &mut Diagnostics,
) -> Result<MatcherTable<'s>, AnalysisError> {
    MatcherTable::new(store, diagnostics, false).map_err(|failure| match failure {
        Failure::Diagnostic(diagnostic) => AnalysisError::Diagnostic(diagnostic),
        Failure::Reported | Failure::Io(_) => AnalysisError::Reported,
    })
}

impl SelectionData {
    fn add(&mut self, selector: &Selector<'_, '_>, selected: SelectedBlock) {
        let SelectedBlock { function, block, instructions, assumptions, failures, trace, .. } =
            selected;
        let place = || Some((function.clone(), block.clone()));
        let instructions = instructions.into_iter();
        self.instructions
            .extend(instructions.map(|it| InstructionData::new(selector, it, place())));
        for assumption in assumptions {
            if !self.assumptions.contains(&assumption) {
                self.assumptions.push(assumption);
            }
        }
        self.not_selected.extend(failures.iter().map(|node| format!("{node} in {function}")));
        self.trace.extend(trace.into_iter().map(|attempt| AttemptData::new(selector, attempt)));
    }
}

impl InstructionData {
    fn new(
        selector: &Selector<'_, '_>,
        instruction: NamedInstruction,
        place: Option<(String, String)>,
    ) -> InstructionData {
        let pattern = instruction.pattern.map(|index| PatternData::new(selector, index));
        InstructionData { text: instruction.text(), instruction, pattern, place }
    }
}

impl PatternData {
    fn new(selector: &Selector<'_, '_>, index: usize) -> PatternData {
        let store = selector.types().store();
        let record = store.record(selector.patterns().list[index].record);
        let sources = store.sources();
        let location = record.positions().first().map(|&pos| SourceLocation::new(sources, pos));
        PatternData { record: record.name().to_owned(), location }
    }
}

impl AttemptData {
    fn new(selector: &Selector<'_, '_>, attempt: NamedAttempt) -> AttemptData {
        let NamedAttempt { node, tried, selected } = attempt;
        let trial = |NamedTrial { pattern, reason }| (PatternData::new(selector, pattern), reason);
        let selected = selected.map(|index| PatternData::new(selector, index));
        AttemptData { node, tried: tried.into_iter().map(trial).collect(), selected }
    }
}
