//! The trace: what set each field, and what names refer to, recorded where it happens.
//!
//! A method here begins with the question whether there is a trace, so that reading without one pays
//! for a branch at statements, records and arguments, and for nothing where values are resolved. What
//! resolving changed shows in the values before and after it, which are the same whether values are
//! resolved or computed by bytecode.
//!
//! **Invariant.** Recording reports nothing, creates no record and numbers none: only values without
//! effects are resolved for it.

mod expansions;
mod fields;
mod inheritance;
mod names;
mod substitution;

use tablewright_syntax::source::Pos;

use super::checkpoint::Permanent;
use crate::rewind::{LoggedMap, Rewind};
use crate::trace::{History, SiteId, Trace, TracePoint};

pub(crate) use expansions::{ExtendedExpansions, Via};

/// The trace under construction, if there is one.
#[derive(Clone, Default)]
pub(crate) struct Tracer {
    trace: Option<Box<Trace>>,
    /// The sites of `CLASS<args>` as a value, by the positions of their names.
    instance_sites: LoggedMap<Pos, SiteId>,
}

// What was recorded of something that was given up stays: it is what happened, and classes that are kept
// may refer to it.
impl Permanent for Tracer {}

#[derive(Clone)]
pub(crate) struct TracerPoint {
    trace: Option<TracePoint>,
    instance_sites: usize,
}

impl Rewind for Tracer {
    type Point = TracerPoint;

    fn point(&self) -> TracerPoint {
        let Tracer { trace, instance_sites } = self;
        let trace = trace.as_deref().map(Trace::point);
        TracerPoint { trace, instance_sites: instance_sites.point() }
    }

    fn rewind(&mut self, point: &TracerPoint) {
        if let (Some(trace), Some(point)) = (self.trace.as_deref_mut(), &point.trace) {
            trace.rewind(point);
        }
        self.instance_sites.rewind(&point.instance_sites);
    }
}

impl Tracer {
    pub(crate) fn new(is_on: bool) -> Tracer {
        let trace = is_on.then(Box::default);
        Tracer { trace, instance_sites: LoggedMap::default() }
    }

    #[inline]
    pub(crate) fn is_on(&self) -> bool {
        self.trace.is_some()
    }

    /// The history of a class or record that is begun.
    #[inline]
    pub(crate) fn new_history(&self) -> Option<Box<History>> {
        self.trace.as_ref().map(|_| Box::default())
    }

    /// Takes the trace away while evaluation rests. Its uses are still in the order of evaluation.
    pub(crate) fn take(&mut self) -> Option<Trace> {
        self.trace.take().map(|trace| *trace)
    }

    /// Goes on with a trace that was taken away.
    pub(crate) fn restore(&mut self, trace: Option<Trace>) {
        self.trace = trace.map(Box::new);
    }

    /// The finished trace.
    pub(crate) fn finish(self) -> Option<Trace> {
        let mut trace = *self.trace?;
        trace.names_mut().finish();
        Some(trace)
    }
}
