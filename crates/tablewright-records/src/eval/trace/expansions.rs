//! Recording the `defm`s and loops that records come from.

use rustc_hash::FxHashMap;
use tablewright_syntax::source::Pos;

use crate::eval::Evaluator;
use crate::eval::template::{Loop, Substitutions};
use crate::trace::{Binding, Cause, ExpansionId, ExpansionKind};
use crate::value::ValueId;

/// What repeats entries.
#[derive(Clone, Copy, Default)]
pub(crate) struct Via {
    /// The position of the `defm`, for messages.
    pub(crate) pos: Option<Pos>,
    /// What it is in the trace.
    pub(crate) expansion: Option<ExpansionId>,
    /// Whether the records are created by it at once. If not, they stand in a loop whose list has no value yet, which
    /// runs later.
    pub(crate) is_direct: bool,
}

impl Via {
    /// What repeats the entries of a loop that is still to run.
    pub(crate) fn through_loop(self) -> Via {
        Via { pos: None, is_direct: false, ..self }
    }

    fn direct(self) -> Option<ExpansionId> {
        self.expansion.filter(|_| self.is_direct)
    }
}

/// The expansions of entries with what is around them, so that each is put together once.
pub(crate) type ExtendedExpansions = FxHashMap<ExpansionId, ExpansionId>;

impl Evaluator {
    /// Records that a `defm`, or a multiclass that inherits, expands a multiclass.
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
        // The default of a parameter may mention other parameters.
        let values = &self.heap.store.values;
        let outer = self.resolver.push_bindings(values, substitutions.iter().copied());
        let bindings = self.resolved_bindings(&bindings);
        self.resolver.pop(outer);
        Some(self.tracer.trace.as_deref_mut()?.add_expansion(kind, &bindings, None))
    }

    /// Records a round of a loop.
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

    /// Records what became of the record under construction, whose names were replaced.
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

    /// The expansions that a loop comes from.
    #[inline]
    pub(crate) fn trace_loop(&mut self, repeat: &Loop, via: Via) -> Option<ExpansionId> {
        if !self.tracer.is_on() {
            return None;
        }
        self.extended(repeat.expansion, via.direct(), &mut ExtendedExpansions::default())
    }

    /// Expansions with one more around them, the names replaced that have a meaning in the frame in
    /// force.
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
