//! Recording of the trace: the assignments to fields, and the meaning of names.
//!
//! Each method here first checks whether there is a trace. Without a trace, this costs a branch for each statement,
//! record and argument, and nothing for resolving values. The changes by resolving are detected by comparing the values
//! before and after it. They are the same whether values are resolved or computed by bytecode.
//!
//! **Invariant.** Recording reports nothing and creates or numbers no records: for recording, only values without
//! effects are resolved.

mod expansions;
mod fields;
mod inheritance;
mod names;
mod substitution;

use tablewright_syntax::source::Pos;

use crate::rewind::{LoggedMap, Rewind};
use crate::trace::{History, SiteId, Trace, TracePoint};

pub(crate) use expansions::{ExtendedExpansions, Via};
pub(crate) use inheritance::WrittenArgs;

/// The trace under construction, if requested.
#[derive(Clone, Default)]
pub(crate) struct Tracer {
    trace: Option<Box<Trace>>,
    /// Sites of `CLASS<args>` values, by the position of the class name.
    instance_sites: LoggedMap<Pos, SiteId>,
}

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

    /// Returns the history for a new class or record.
    #[inline]
    pub(crate) fn new_history(&self) -> Option<Box<History>> {
        self.trace.as_ref().map(|_| Box::default())
    }

    /// Removes the trace while evaluation is suspended. Its uses are still in evaluation order.
    pub(crate) fn take(&mut self) -> Option<Trace> {
        self.trace.take().map(|trace| *trace)
    }

    /// Continues with a trace that was removed.
    pub(crate) fn restore(&mut self, trace: Option<Trace>) {
        self.trace = trace.map(Box::new);
    }
}
