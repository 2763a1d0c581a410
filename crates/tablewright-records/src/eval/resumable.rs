//! Evaluation that is kept, to go on from an earlier statement when the input has changed.

use std::sync::Arc;

use tablewright_syntax::MacroUse;
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_syntax::source::SourceMap;
use tablewright_syntax::symbol::Interner;
use tablewright_syntax::tree::StatementEvent;

use super::Evaluator;
use super::budget::Budget;
use super::bytecode::Machine;
use super::construction::Construction;
use super::context::EvalContext;
use super::definitions::Definitions;
use super::given_up::GivenUp;
use super::heap::{FilePart, Heap};
use super::limits::Depth;
use super::reports::Reports;
use super::resolve::Resolver;
use super::rewind::EvaluatorPoint;
use super::scopes::Scopes;
use super::trace::Tracer;
use crate::options::LoadOptions;
use crate::release::SelectedRelease;
use crate::rewind::Rewind;
use crate::store::RecordStore;

/// How many statements there are between two marks: going back evaluates less than so many again.
const MARK_DISTANCE: usize = 8;

/// How many records a statement may create before the one after it gets a mark.
const MARK_RECORDS: usize = 64;

/// An input without errors of syntax.
pub(crate) struct ParsedInput<'e> {
    pub(crate) parts: &'e [FilePart],
    pub(crate) sources: Arc<SourceMap>,
    pub(crate) macro_uses: &'e [MacroUse],
}

/// The state before a statement.
#[derive(Clone)]
struct ResumeMark {
    /// The index of the statement's event.
    event: usize,
    point: EvaluatorPoint,
}

/// Passes on what was reported before an event.
pub(crate) struct Milestone<'r> {
    /// The index of the event.
    pub(crate) event: usize,
    pub(crate) report: &'r mut (dyn FnMut(&Diagnostics) + Send),
}

/// An evaluation that has come to its end, or was stopped.
#[derive(Clone)]
pub(crate) struct KeptEvaluation {
    parts: ResumableParts,
    marks: Vec<ResumeMark>,
    /// The index of the event that each diagnostic was reported of.
    reported_by: Vec<usize>,
    /// The finished records; `None` where evaluation was stopped, and the heap has them.
    store: Option<Arc<RecordStore>>,
    /// How many events were evaluated this time.
    pub(crate) evaluated: usize,
}

/// The parts of an [`Evaluator`] that outlast it.
#[derive(Clone)]
struct ResumableParts {
    heap: Heap,
    scopes: Scopes,
    definitions: Definitions,
    given_up: GivenUp,
    resolver: Resolver,
    context: EvalContext,
    budget: Budget,
    reports: Reports,
    tracer: Tracer,
}

impl ResumableParts {
    fn new(evaluator: Evaluator) -> ResumableParts {
        let Evaluator {
            heap,
            scopes,
            definitions,
            given_up,
            // Nothing is under construction between statements.
            construction: _,
            resolver,
            // It is compiled again: bytecode stays on its thread.
            machine: _,
            context,
            depth: _,
            budget,
            reports,
            tracer,
        } = evaluator;
        ResumableParts {
            heap,
            scopes,
            definitions,
            given_up,
            resolver,
            context,
            budget,
            reports,
            tracer,
        }
    }

    fn evaluator(self, options: &LoadOptions) -> Evaluator {
        let ResumableParts {
            heap,
            scopes,
            definitions,
            given_up,
            resolver,
            context,
            budget,
            reports,
            tracer,
        } = self;
        Evaluator {
            heap,
            scopes,
            definitions,
            given_up,
            construction: Construction::default(),
            resolver,
            machine: Machine::new(options.compile),
            context,
            depth: Depth::default(),
            budget,
            reports: Reports { monitor: options.monitor.clone(), ..reports },
            tracer,
        }
    }
}

impl KeptEvaluation {
    /// Evaluates an input from its start.
    pub(crate) fn new(
        input: &ParsedInput<'_>,
        options: &LoadOptions,
        release: SelectedRelease,
    ) -> KeptEvaluation {
        let run = ResumableRun::new(Evaluator::new(options, release), Vec::new(), Vec::new(), None);
        run_to_end(run, input)
    }

    /// Evaluates an input of which the events before the one of index `first_changed` are those of this evaluation. The
    /// milestone is passed at most once.
    pub(crate) fn resume(
        self,
        input: &ParsedInput<'_>,
        options: &LoadOptions,
        first_changed: usize,
        milestone: Option<Milestone<'_>>,
    ) -> KeptEvaluation {
        let KeptEvaluation { mut parts, mut marks, mut reported_by, store, evaluated: _ } = self;
        let after = marks.partition_point(|mark| mark.event <= first_changed);
        marks.truncate(after);
        if let Some(store) = store {
            let mut store = Arc::try_unwrap(store).unwrap_or_else(|shared| (*shared).clone());
            let trace = store.trace.take().map(|trace| {
                let mut trace = Arc::try_unwrap(trace).unwrap_or_else(|shared| (*shared).clone());
                trace.names_mut().return_to_evaluation();
                trace
            });
            parts.tracer.restore(trace);
            parts.heap.store = store;
        }
        let mut evaluator = parts.evaluator(options);
        // The first mark is before the first event.
        if let Some(mark) = marks.last() {
            evaluator.rewind(&mark.point);
        }
        reported_by.truncate(evaluator.reports.diagnostics.iter().len());
        run_to_end(ResumableRun::new(evaluator, marks, reported_by, milestone), input)
    }

    /// The finished records; `None` where evaluation was stopped.
    pub(crate) fn store(&self) -> Option<&Arc<RecordStore>> {
        self.store.as_ref()
    }

    /// Whether somebody else has the finished records too.
    pub(crate) fn is_read(&self) -> bool {
        self.store.as_ref().is_some_and(|store| Arc::strong_count(store) > 1)
    }

    /// What evaluation reported.
    pub(crate) fn diagnostics(&self) -> &Diagnostics {
        &self.parts.reports.diagnostics
    }

    /// What was reported of the statements before the event of index `first_changed`, up to the last mark.
    pub(crate) fn diagnostics_before(&self, first_changed: usize) -> Diagnostics {
        let after = self.marks.partition_point(|mark| mark.event <= first_changed);
        let count = self.marks[..after].last().map_or(0, |mark| mark.point.diagnostic_count());
        let mut diagnostics = self.diagnostics().clone();
        diagnostics.truncate(count);
        diagnostics
    }

    /// The index of the event that each diagnostic was reported of. What was reported after the last event has none.
    pub(crate) fn reported_by(&self) -> &[usize] {
        &self.reported_by
    }

    /// Whether every statement was evaluated to its end.
    pub(crate) fn is_complete(&self) -> bool {
        self.parts.reports.is_complete
    }

    /// Whether evaluation would have asked the same of a release.
    pub(crate) fn agrees_with(&self, release: SelectedRelease) -> bool {
        self.parts.heap.answers.agree_with(release.release)
    }
}

/// Evaluates the events from the last mark on.
fn run_to_end(mut run: ResumableRun<'_>, input: &ParsedInput<'_>) -> KeptEvaluation {
    run.evaluator.heap.store.sources = Arc::clone(&input.sources);
    run.evaluator.heap.begin_tree();
    let first = run.marks.last().map_or(0, |mark| mark.event);
    let mut next = 0;
    let mut is_going_on = true;
    for part in input.parts {
        if !is_going_on {
            break;
        }
        // Also the parts before have names that later ones mention.
        run.evaluator.heap.begin_part(part.clone());
        let FilePart { part, .. } = part;
        let skipped = first.saturating_sub(next).min(part.events.len());
        for (index, event) in part.events.iter().enumerate().skip(skipped) {
            is_going_on = run.event(next + index, event);
            if !is_going_on {
                break;
            }
        }
        next += part.events.len();
    }
    let ResumableRun { evaluator, marks, reported_by, evaluated, .. } = run;
    let is_stopped = evaluator.reports.is_stopped();
    let mut parts = ResumableParts::new(evaluator);
    let store = (!is_stopped).then(|| Arc::new(finished(&mut parts, input)));
    KeptEvaluation { parts, marks, reported_by, store, evaluated }
}

/// An evaluation that sets marks.
struct ResumableRun<'m> {
    evaluator: Evaluator,
    marks: Vec<ResumeMark>,
    /// The index of the event that each diagnostic was reported of.
    reported_by: Vec<usize>,
    /// What is still to be passed.
    milestone: Option<Milestone<'m>>,
    /// How many records there were at the last mark.
    records: usize,
    /// How many events were evaluated.
    evaluated: usize,
}

impl<'m> ResumableRun<'m> {
    fn new(
        evaluator: Evaluator,
        marks: Vec<ResumeMark>,
        reported_by: Vec<usize>,
        milestone: Option<Milestone<'m>>,
    ) -> ResumableRun<'m> {
        let records = evaluator.heap.store.tables.records.len();
        ResumableRun { evaluator, marks, reported_by, milestone, records, evaluated: 0 }
    }

    /// Evaluates the event of that index; false where evaluation ends before it.
    fn event(&mut self, index: usize, event: &StatementEvent) -> bool {
        let reports = &mut self.evaluator.reports;
        if reports.ends_here() {
            if reports.has_too_many_errors() {
                reports.diagnostics.end_of_errors();
            }
            return false;
        }
        if reports.is_stopped() {
            return false;
        }
        if let Some(passed) = self.milestone.take_if(|milestone| milestone.event <= index) {
            (passed.report)(&reports.diagnostics);
        }
        let records = self.evaluator.heap.store.tables.records.len();
        let is_due = |last: &ResumeMark| {
            let distance = index - last.event;
            distance >= MARK_DISTANCE || (distance > 0 && records > self.records + MARK_RECORDS)
        };
        if self.marks.last().is_none_or(is_due) {
            self.marks.push(ResumeMark { event: index, point: self.evaluator.point() });
            self.records = records;
        }
        self.evaluator.statement_event(event);
        self.evaluator.note_statement();
        self.reported_by.resize(self.evaluator.reports.diagnostics.iter().len(), index);
        self.evaluated += 1;
        true
    }
}

/// Takes the store out of the heap, with its trace, and finishes both.
fn finished(parts: &mut ResumableParts, input: &ParsedInput<'_>) -> RecordStore {
    let release = parts.heap.store.release;
    let empty = RecordStore::new(Interner::default(), SourceMap::new(), release);
    let mut store = std::mem::replace(&mut parts.heap.store, empty);
    store.trace = parts.tracer.take().map(|mut trace| {
        trace.names_mut().keep_evaluation_order();
        trace.names_mut().add_macros(&mut store.symbols, input.macro_uses);
        Arc::new(trace)
    });
    store.finish();
    store
}
