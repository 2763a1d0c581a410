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

use rustc_hash::FxHashMap;
use tablewright_syntax::source::Pos;

use super::checkpoint::Permanent;
use crate::trace::{History, SiteId, Trace};

pub(crate) use expansions::{ExtendedExpansions, Via};

/// The trace under construction, if there is one.
#[derive(Default)]
pub(crate) struct Tracer {
    trace: Option<Box<Trace>>,
    /// The sites of `CLASS<args>` as a value, by the positions of their names.
    instance_sites: FxHashMap<Pos, SiteId>,
}

// What was recorded of something that was given up stays: it is what happened, and classes that are kept
// may refer to it.
impl Permanent for Tracer {}

impl Tracer {
    pub(crate) fn new(is_on: bool) -> Tracer {
        let trace = is_on.then(Box::default);
        Tracer { trace, instance_sites: FxHashMap::default() }
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

    /// The finished trace.
    pub(crate) fn finish(self) -> Option<Trace> {
        let mut trace = *self.trace?;
        trace.names_mut().finish();
        Some(trace)
    }
}
