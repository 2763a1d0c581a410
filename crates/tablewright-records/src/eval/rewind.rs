//! Rewinding evaluation to the state before an earlier statement.
//!
//! An error returns to a [`Checkpoint`](super::Checkpoint) within a statement, and keeps definitions, numbers and
//! reports. Rewinding undoes all of these too, so evaluation continues as if the later input had never existed.

use super::construction::Construction;
use super::context::ContextPoint;
use super::definitions::DefinitionsPoint;
use super::given_up::GivenUp;
use super::heap::HeapPoint;
use super::reports::ReportsPoint;
use super::scopes::Scopes;
use super::trace::TracerPoint;
use super::{Budget, Depth, Evaluator};
use crate::rewind::Rewind;

/// The evaluation state between two statements. The enclosing statements can only be `let`s.
#[derive(Clone)]
pub(crate) struct EvaluatorPoint {
    heap: HeapPoint,
    scopes: <Scopes as Rewind>::Point,
    definitions: DefinitionsPoint,
    given_up: GivenUp,
    context: ContextPoint,
    budget: Budget,
    reports: ReportsPoint,
    tracer: TracerPoint,
}

impl EvaluatorPoint {
    /// Returns the number of diagnostics.
    pub(crate) fn diagnostic_count(&self) -> usize {
        self.reports.diagnostic_count()
    }
}

impl Rewind for Evaluator {
    type Point = EvaluatorPoint;

    fn point(&self) -> EvaluatorPoint {
        // All parts are named, so that a new part cannot be forgotten.
        let Evaluator {
            heap,
            scopes,
            definitions,
            given_up,
            // Nothing is under construction.
            construction: _,
            // Frames exist only within a statement.
            resolver: _,
            // Bytecode follows from values.
            machine: _,
            context,
            depth: _,
            budget,
            reports,
            tracer,
        } = self;
        EvaluatorPoint {
            heap: heap.point(),
            scopes: scopes.point(),
            definitions: definitions.point(),
            given_up: given_up.point(),
            context: context.point(),
            budget: budget.point(),
            reports: reports.point(),
            tracer: tracer.point(),
        }
    }

    fn rewind(&mut self, point: &EvaluatorPoint) {
        self.heap.rewind(&point.heap);
        self.scopes.rewind(&point.scopes);
        self.definitions.rewind(&point.definitions);
        self.given_up.rewind(&point.given_up);
        self.construction = Construction::default();
        self.resolver.forget_results();
        self.machine = self.machine.renewed();
        self.context.rewind(&point.context);
        self.depth = Depth::default();
        self.budget.rewind(&point.budget);
        self.reports.rewind(&point.reports);
        self.tracer.rewind(&point.tracer);
    }
}
