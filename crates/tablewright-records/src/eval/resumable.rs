//! Resumable evaluation: continues from an earlier statement when the input has changed.

use std::sync::Arc;
use std::sync::mpsc::Receiver;

use tablewright_syntax::MacroUse;
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_syntax::source::SourceMap;
use tablewright_syntax::symbol::Interner;
use tablewright_syntax::tree::StatementEvent;

use super::Evaluator;
use super::budget::Budget;
use super::bytecode::BytecodeMachine;
use super::construction::Construction;
use super::context::EvalContext;
use super::definitions::Definitions;
use super::given_up::GivenUp;
use super::heap::Heap;
use super::limits::Depth;
use super::reports::Reports;
use super::resolve::Resolver;
use super::rewind::EvaluatorPoint;
use super::scopes::Scopes;
use super::statement_channel::Batch;
use super::trace::Tracer;
use crate::options::LoadOptions;
use crate::release::SelectedRelease;
use crate::rewind::Rewind;
use crate::store::RecordStore;

/// Number of statements between two marks. After rewinding, fewer statements than this are evaluated again.
const MARK_DISTANCE: usize = 8;

/// Number of records after which a mark is set before the next statement.
const MARK_RECORDS: usize = 64;

/// The state before a statement.
#[derive(Clone)]
struct ResumeMark {
    /// The statement's event index.
    event: usize,
    point: EvaluatorPoint,
}

/// A callback for the diagnostics reported before an event.
pub(crate) struct Milestone<'r> {
    /// The event index.
    pub(crate) event: usize,
    pub(crate) report: &'r mut (dyn FnMut(&Diagnostics) + Send),
}

/// A finished or stopped evaluation.
#[derive(Clone)]
pub(crate) struct KeptEvaluation {
    parts: ResumableParts,
    marks: Vec<ResumeMark>,
    /// For each diagnostic, the event index at which it was reported.
    reported_by: Vec<usize>,
    /// The finished records. `None` if evaluation was stopped; the heap contains them then.
    store: Option<Arc<RecordStore>>,
    /// Number of events evaluated in the last run.
    pub(crate) evaluated: usize,
}

/// The parts of an [`Evaluator`] that are kept.
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
            // Between statements nothing is under construction.
            construction: _,
            resolver,
            // Bytecode stays on its thread, so values are compiled again.
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
            machine: BytecodeMachine::new(options.compile),
            context,
            depth: Depth::default(),
            budget,
            reports: Reports { monitor: options.monitor.clone(), ..reports },
            tracer,
        }
    }
}

impl KeptEvaluation {
    /// Evaluates the batches from the parser from the start. Without marks, evaluation cannot be resumed.
    pub(crate) fn new(
        batches: Receiver<Batch>,
        options: &LoadOptions,
        release: SelectedRelease,
        sets_marks: bool,
    ) -> KeptEvaluation {
        let evaluator = Evaluator::new(options, release);
        let run = ResumableRun::new(evaluator, Vec::new(), Vec::new(), None);
        run_to_end(ResumableRun { sets_marks, ..run }, batches)
    }

    /// Evaluates an input whose events before index `first_changed` equal the events in this evaluation. The milestone
    /// is reported at most once.
    pub(crate) fn resume(
        self,
        batches: Receiver<Batch>,
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
        // The first mark precedes the first event.
        if let Some(mark) = marks.last() {
            evaluator.rewind(&mark.point);
        }
        reported_by.truncate(evaluator.reports.diagnostics.iter().len());
        run_to_end(ResumableRun::new(evaluator, marks, reported_by, milestone), batches)
    }

    /// Finishes the trace: adds the uses of macros, which are known after the whole input was read.
    pub(crate) fn add_macros(&mut self, macro_uses: &[MacroUse]) {
        let Some(store) = self.store.as_mut().and_then(Arc::get_mut) else { return };
        if let Some(trace) = store.trace.as_mut().and_then(Arc::get_mut) {
            // Without marks, evaluation never returns to an earlier statement.
            if !self.marks.is_empty() {
                trace.names_mut().keep_evaluation_order();
            }
            trace.names_mut().add_macros(&mut store.symbols, macro_uses);
        }
    }

    /// Returns the finished records. `None` if evaluation was stopped.
    pub(crate) fn store(&self) -> Option<&Arc<RecordStore>> {
        self.store.as_ref()
    }

    /// Returns whether the finished records are also in use elsewhere.
    pub(crate) fn is_read(&self) -> bool {
        self.store.as_ref().is_some_and(|store| Arc::strong_count(store) > 1)
    }

    /// Returns the diagnostics.
    pub(crate) fn diagnostics(&self) -> &Diagnostics {
        &self.parts.reports.diagnostics
    }

    /// Returns the diagnostics reported before the last mark that precedes the event `first_changed`.
    pub(crate) fn diagnostics_before(&self, first_changed: usize) -> Diagnostics {
        let after = self.marks.partition_point(|mark| mark.event <= first_changed);
        let count = self.marks[..after].last().map_or(0, |mark| mark.point.diagnostic_count());
        let mut diagnostics = self.diagnostics().clone();
        diagnostics.truncate(count);
        diagnostics
    }

    /// Returns the event index at which each diagnostic was reported. Diagnostics after the last event are not
    /// included.
    pub(crate) fn reported_by(&self) -> &[usize] {
        &self.reported_by
    }

    /// Returns whether every statement was evaluated completely.
    pub(crate) fn is_complete(&self) -> bool {
        self.parts.reports.is_complete
    }

    /// Returns whether evaluation would be the same for `release`.
    pub(crate) fn agrees_with(&self, release: SelectedRelease) -> bool {
        self.parts.heap.answers.agree_with(release.release)
    }
}

/// Evaluates the events after the last mark.
fn run_to_end(mut run: ResumableRun<'_>, batches: Receiver<Batch>) -> KeptEvaluation {
    run.evaluator.heap.store.sources = Arc::default();
    run.evaluator.heap.begin_tree();
    let first = run.marks.last().map_or(0, |mark| mark.event);
    let (mut next, mut is_going_on) = (0, true);
    for Batch { part: file_part, files } in batches {
        // Earlier parts are begun too, since later parts mention their names.
        Arc::make_mut(&mut run.evaluator.heap.store.sources).follow(files);
        let part = Arc::clone(&file_part.part);
        run.evaluator.heap.begin_part(file_part);
        let skipped = first.saturating_sub(next).min(part.events.len());
        for (index, event) in part.events.iter().enumerate().skip(skipped) {
            is_going_on = is_going_on && run.event(next + index, event);
            if !is_going_on {
                break;
            }
        }
        next += part.events.len();
    }
    let ResumableRun { evaluator, marks, reported_by, evaluated, .. } = run;
    let is_stopped = evaluator.reports.is_stopped();
    let mut parts = ResumableParts::new(evaluator);
    let store = (!is_stopped).then(|| Arc::new(finished(&mut parts)));
    KeptEvaluation { parts, marks, reported_by, store, evaluated }
}

/// An evaluation that sets marks.
struct ResumableRun<'m> {
    evaluator: Evaluator,
    sets_marks: bool,
    marks: Vec<ResumeMark>,
    /// For each diagnostic, the event index at which it was reported.
    reported_by: Vec<usize>,
    /// Milestone that is still to be reported.
    milestone: Option<Milestone<'m>>,
    /// Number of records at the last mark.
    records: usize,
    /// Number of evaluated events.
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
        ResumableRun {
            evaluator,
            sets_marks: true,
            marks,
            reported_by,
            milestone,
            records,
            evaluated: 0,
        }
    }

    /// Evaluates the event with this index. Returns false if evaluation ends before it.
    fn event(&mut self, index: usize, event: &StatementEvent) -> bool {
        if !self.evaluator.continues() {
            return false;
        }
        if let Some(passed) = self.milestone.take_if(|milestone| milestone.event <= index) {
            (passed.report)(&self.evaluator.reports.diagnostics);
        }
        if self.sets_marks {
            self.mark(index);
        }
        self.evaluator.statement_event(event);
        self.evaluator.note_statement();
        self.reported_by.resize(self.evaluator.reports.diagnostics.iter().len(), index);
        self.evaluated += 1;
        true
    }

    /// Sets a mark before the event with this index, if enough was evaluated since the last mark.
    fn mark(&mut self, index: usize) {
        let records = self.evaluator.heap.store.tables.records.len();
        let is_due = |last: &ResumeMark| {
            let distance = index - last.event;
            distance >= MARK_DISTANCE || (distance > 0 && records > self.records + MARK_RECORDS)
        };
        if self.marks.last().is_none_or(is_due) {
            self.marks.push(ResumeMark { event: index, point: self.evaluator.point() });
            self.records = records;
        }
    }
}

/// Removes the store and its trace from the heap, and finishes the store.
fn finished(parts: &mut ResumableParts) -> RecordStore {
    let release = parts.heap.store.release;
    let empty = RecordStore::new(Interner::default(), SourceMap::new(), release);
    let mut store = std::mem::replace(&mut parts.heap.store, empty);
    store.trace = parts.tracer.take().map(Arc::new);
    store.finish();
    store
}
