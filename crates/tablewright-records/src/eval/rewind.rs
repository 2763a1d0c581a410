//! Rewinding evaluation to the state before an earlier statement.
//!
//! Within a statement an error rewinds the unfinished work, and keeps definitions, numbers and reports. Between two
//! statements all of these are rewound, so evaluation continues as if the later input had never existed.

use super::bytecode::MachinePoint;
use super::construction::{Construction, ConstructionPoint};
use super::context::{ContextPoint, EvalContext};
use super::definitions::DefinitionsPoint;
use super::given_up::GivenUp;
use super::heap::HeapPoint;
use super::reports::ReportsPoint;
use super::resolve::ResolverPoint;
use super::scopes::Scopes;
use super::trace::TracerPoint;
use super::{Budget, Depth, Evaluator};
use crate::rewind::Rewind;

/// The evaluation state between two statements. The enclosing statements can only be `let`s.
#[derive(Clone)]
pub(crate) struct EvaluatorPoint {
    heap: HeapPoint,
    scopes: Scopes,
    definitions: DefinitionsPoint,
    given_up: GivenUp,
    context: EvalContext,
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
        let EvalContext { loops, defsets, multiclass, .. } = context;
        debug_assert!(loops.is_empty() && defsets.is_empty() && multiclass.is_none());
        EvaluatorPoint {
            heap: heap.point(),
            scopes: scopes.clone(),
            definitions: definitions.point(),
            given_up: given_up.clone(),
            context: context.clone(),
            budget: budget.clone(),
            reports: reports.point(),
            tracer: tracer.point(),
        }
    }

    fn rewind(&mut self, point: &EvaluatorPoint) {
        self.heap.rewind(&point.heap);
        self.scopes.clone_from(&point.scopes);
        self.definitions.rewind(&point.definitions);
        self.given_up.clone_from(&point.given_up);
        self.construction = Construction::default();
        self.resolver.forget_results();
        self.machine = self.machine.renewed();
        self.context.clone_from(&point.context);
        self.depth = Depth::default();
        self.budget.clone_from(&point.budget);
        self.reports.rewind(&point.reports);
        self.tracer.rewind(&point.tracer);
    }
}

/// The unfinished work within a statement.
pub(super) struct WorkPoint {
    scopes: usize,
    construction: ConstructionPoint,
    resolver: ResolverPoint,
    machine: MachinePoint,
    context: ContextPoint,
    depth: Depth,
}

impl Evaluator {
    pub(super) fn work_point(&self) -> WorkPoint {
        // All parts are named here, too.
        let Evaluator {
            // Interned data and shapes stay valid. Anonymous record numbers are not reused, as in the reference.
            heap: _,
            scopes,
            // Definitions made by a statement before it is given up are kept.
            definitions: _,
            given_up: _,
            construction,
            resolver,
            machine,
            context,
            depth,
            // Spent steps are never refunded.
            budget: _,
            reports: _,
            // The trace shows evaluation as it happened, and classes that are kept may refer to it.
            tracer: _,
        } = self;
        WorkPoint {
            scopes: scopes.point(),
            construction: construction.point(),
            resolver: resolver.point(),
            machine: machine.point(),
            context: context.point(),
            depth: *depth,
        }
    }

    /// Drops all work that started after `point`.
    pub(super) fn give_up_work(&mut self, point: &WorkPoint) {
        self.scopes.rewind(&point.scopes);
        self.construction.rewind(&point.construction);
        self.resolver.rewind(&point.resolver);
        self.machine.rewind(&point.machine);
        self.context.rewind(&point.context);
        self.depth = point.depth;
    }
}
