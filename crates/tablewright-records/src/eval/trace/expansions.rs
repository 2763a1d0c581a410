//! Recording of the `defm`s and loops that create records.

use rustc_hash::FxHashMap;
use tablewright_syntax::source::Pos;

use crate::eval::Evaluator;
use crate::eval::template::{Loop, Substitutions};
use crate::trace::{Binding, Cause, ExpansionId, ExpansionKind};
use crate::value::ValueId;

/// The `defm`, multiclass or loop that repeats entries.
#[derive(Clone, Copy, Default)]
pub(crate) struct Via {
    /// Source position of the `defm`, for messages.
    pub(crate) pos: Option<Pos>,
    /// Its expansion in the trace.
    pub(crate) expansion: Option<ExpansionId>,
    /// Whether it creates the records immediately. If not, the records are in a loop that runs later, because its list
    /// is not known yet.
    pub(crate) is_direct: bool,
}

impl Via {
    /// Returns the expansion for entries in a loop that runs later.
    pub(crate) fn through_loop(self) -> Via {
        Via { pos: None, is_direct: false, ..self }
    }

    fn direct(self) -> Option<ExpansionId> {
        self.expansion.filter(|_| self.is_direct)
    }
}

/// The expansions that were extended by an outer expansion, so that each is extended only once.
pub(crate) type ExtendedExpansions = FxHashMap<ExpansionId, ExpansionId>;

impl Evaluator {
    /// Records the expansion of a multiclass by a `defm` or by an inheriting multiclass.
    #[inline]
    pub(crate) fn trace_multiclass_expansion(
        &mut self,
        kind: Option<ExpansionKind>,
        pos: Option<Pos>,
        substitutions: &Substitutions,
    ) -> Via {
        let expansion = match kind {
            Some(kind) if self.tracer.is_on() => self.add_multiclass_expansion(kind, substitutions),
            Some(_) | None => None,
        };
        Via { pos, expansion, is_direct: true }
    }

    fn add_multiclass_expansion(
        &mut self,
        kind: ExpansionKind,
        substitutions: &Substitutions,
    ) -> Option<ExpansionId> {
        let bindings: Vec<Binding> =
            substitutions.iter().map(|&(name, value)| Binding { name, value }).collect();
        // A parameter's default may mention other parameters.
        let values = &self.heap.store.values;
        let outer = self.resolver.push_bindings(values, substitutions.iter().copied());
        let bindings = self.resolved_bindings(&bindings);
        self.resolver.pop(outer);
        Some(self.tracer.trace.as_deref_mut()?.add_expansion(kind, &bindings, None))
    }

    /// Records an iteration of a loop.
    #[inline]
    pub(crate) fn trace_iteration(
        &mut self,
        repeat: &Loop,
        element: ValueId,
        outer: Option<ExpansionId>,
    ) -> Via {
        let expansion = self.tracer.trace.as_deref_mut().map(|trace| match repeat.variable {
            Some(name) => {
                let bindings = [Binding { name, value: element }];
                trace.add_expansion(ExpansionKind::Iteration(repeat.pos), &bindings, outer)
            }
            None => trace.add_expansion(ExpansionKind::Clause(repeat.pos), &[], outer),
        });
        Via { pos: None, expansion, is_direct: true }
    }

    /// Records the changes to the record under construction after names were replaced.
    #[inline]
    pub(crate) fn trace_expanded(
        &mut self,
        before: Option<Vec<ValueId>>,
        via: Via,
        extended: &mut ExtendedExpansions,
    ) {
        if let Some(before) = before {
            self.add_expanded(before, via, extended);
        }
    }

    fn add_expanded(&mut self, before: Vec<ValueId>, via: Via, extended: &mut ExtendedExpansions) {
        if let Some(expansion) = via.expansion {
            self.trace_changes(Some(before), Cause::Expansion(expansion));
        }
        let Some(history) = self.construction.current().history.as_deref() else { return };
        let (parents, expansion) = (history.parents.clone(), history.expansion);
        let parents = self.resolved_inheritances(&parents);
        let expansion = self.extended(expansion, via.direct(), extended);
        let Some(history) = self.construction.current_mut().history.as_deref_mut() else { return };
        (history.parents, history.expansion) = (parents, expansion);
    }

    /// Returns the expansions that contain a loop.
    #[inline]
    pub(crate) fn trace_loop(&mut self, repeat: &Loop, via: Via) -> Option<ExpansionId> {
        if !self.tracer.is_on() {
            return None;
        }
        self.extended(repeat.expansion, via.direct(), &mut ExtendedExpansions::default())
    }

    /// Adds an outer expansion to the chain `inner`. Names are resolved with the current frame.
    fn extended(
        &mut self,
        inner: Option<ExpansionId>,
        outer: Option<ExpansionId>,
        extended: &mut ExtendedExpansions,
    ) -> Option<ExpansionId> {
        let Some(inner) = inner else { return outer };
        if let Some(&known) = extended.get(&inner) {
            return Some(known);
        }
        let trace = self.tracer.trace.as_deref()?;
        let expansion = *trace.expansion(inner);
        let bindings = trace.expansion_bindings(&expansion).to_vec();
        let outer = self.extended(expansion.outer, outer, extended);
        let bindings = self.resolved_bindings(&bindings);
        let trace = self.tracer.trace.as_deref_mut()?;
        let id = trace.add_expansion(expansion.kind, &bindings, outer);
        extended.insert(inner, id);
        Some(id)
    }
}
