//! Recording of field histories.

use tablewright_syntax::source::Span;
use tablewright_syntax::symbol::Symbol;
use tablewright_syntax::tree;

use crate::eval::Evaluator;
use crate::ids::{ClassId, RecordId};
use crate::trace::{
    Cause, Definition, DefinitionKind, History, InheritanceId, LetId, LetPosition, Step, StepId,
    Trace, UseKind,
};
use crate::value::ValueId;

impl Evaluator {
    /// Returns the field values of the current prototype before an operation that may change them.
    #[inline]
    pub(crate) fn trace_values(&self) -> Option<Vec<ValueId>> {
        self.tracer.is_on().then(|| self.construction.current().values.clone())
    }

    /// Records the fields whose values differ from the values before.
    #[inline]
    pub(crate) fn trace_changes(&mut self, before: Option<Vec<ValueId>>, cause: Cause) {
        if let Some(before) = before {
            self.add_changes(&before, cause);
        }
    }

    fn add_changes(&mut self, before: &[ValueId], cause: Cause) {
        let Some(trace) = self.tracer.trace.as_deref_mut() else { return };
        let prototype = self.construction.current_mut();
        let Some(history) = prototype.history.as_deref_mut() else { return };
        for (slot, (&value, &old)) in prototype.values.iter().zip(before).enumerate() {
            if value != old {
                add_step(trace, history, slot, cause, value);
            }
        }
    }

    /// Records the declaration of the field in `slot`, with its first value.
    #[inline]
    pub(crate) fn trace_declaration(&mut self, slot: usize, name: tree::Ident) {
        if self.tracer.is_on() {
            self.add_declaration(slot, name);
        }
    }

    fn add_declaration(&mut self, slot: usize, name: tree::Ident) {
        let owner = self.heap.name_so_far(self.construction.current().name);
        let symbol = self.heap.symbol(name.name);
        let Some(trace) = self.tracer.trace.as_deref_mut() else { return };
        let prototype = self.construction.current_mut();
        let Some(history) = prototype.history.as_deref_mut() else { return };
        let kind = DefinitionKind::Field;
        let (name, owner, span) = (symbol, Some(owner), name.span);
        let definition = trace.names_mut().define(Definition { kind, name, owner, span });
        add_step(trace, history, slot, Cause::Declared(definition), prototype.values[slot]);
    }

    /// Records a `let` binding each time it is evaluated.
    #[inline]
    pub(crate) fn trace_let_site(
        &mut self,
        item: &tree::LetItem,
        position: LetPosition,
        bits: &[u32],
    ) -> Option<LetId> {
        if !self.tracer.is_on() {
            return None;
        }
        let owner = match position {
            LetPosition::Body => self.construction.last().map(|prototype| prototype.name),
            LetPosition::Around => None,
        };
        let owner = owner.map(|name| self.heap.name_so_far(name));
        let name = self.heap.symbol(item.name.name);
        let trace = self.tracer.trace.as_deref_mut()?;
        Some(trace.add_let(item, name, owner, bits))
    }

    /// Records that a `let` set a field in the current prototype.
    #[inline]
    pub(crate) fn trace_let(&mut self, site: Option<LetId>, name: Symbol, span: Span) {
        if let Some(site) = site {
            self.add_let(site, name, span);
        }
    }

    fn add_let(&mut self, site: LetId, name: Symbol, span: Span) {
        let Some(trace) = self.tracer.trace.as_deref_mut() else { return };
        let Some((slot, _)) = self.construction.current_field(&self.heap, name) else { return };
        let prototype = self.construction.current_mut();
        let Some(history) = prototype.history.as_deref_mut() else { return };
        let step = add_step(trace, history, slot, Cause::Let(site), prototype.values[slot]);
        if let Some(definition) = trace.declaration(step) {
            trace.names_mut().add_use(span, definition, UseKind::Override);
        }
    }

    /// Records the fields that were just inherited. `slots` maps the class's fields to slots, if there were fields
    /// before.
    pub(super) fn add_inherited_fields(
        &mut self,
        class: ClassId,
        slots: Option<&[u32]>,
        parent: InheritanceId,
    ) {
        let Some(trace) = self.tracer.trace.as_deref_mut() else { return };
        let prototype = self.construction.current_mut();
        let Some(history) = prototype.history.as_deref_mut() else { return };
        let Some(origin) = trace.class(class) else { return };
        let inherited = trace.last_steps(origin).to_vec();
        let Some(slots) = slots else {
            history.steps = inherited;
            return;
        };
        for (&slot, step) in slots.iter().zip(inherited) {
            let slot = slot as usize;
            match (history.steps.get(slot).copied().flatten(), step) {
                (Some(old), Some(from)) if old != from => {
                    let cause = Cause::Overridden(trace.add_override(parent, from));
                    add_step(trace, history, slot, cause, prototype.values[slot]);
                }
                (Some(_), _) => {}
                (None, _) => set_last(history, slot, step),
            }
        }
    }

    /// Records the current state of the class under construction.
    #[inline]
    pub(crate) fn trace_class(&mut self, class: ClassId) {
        let Some(trace) = self.tracer.trace.as_deref_mut() else { return };
        let prototype = self.construction.current_mut();
        let count = prototype.values.len();
        let Some(history) = prototype.history.as_deref_mut() else { return };
        history.steps.resize(count, None);
        trace.set_class(class, history);
    }

    /// Records the finished record.
    #[inline]
    pub(crate) fn trace_record(&mut self, record: RecordId) {
        let Some(trace) = self.tracer.trace.as_deref_mut() else { return };
        let prototype = self.construction.current_mut();
        let count = prototype.values.len();
        let Some(history) = prototype.history.as_deref_mut() else { return };
        history.steps.resize(count, None);
        trace.set_record(record, history);
    }
}

fn add_step(
    trace: &mut Trace,
    history: &mut History,
    slot: usize,
    cause: Cause,
    value: ValueId,
) -> StepId {
    let previous = history.steps.get(slot).copied().flatten();
    let step = trace.add_step(Step { cause, value, previous });
    set_last(history, slot, Some(step));
    step
}

fn set_last(history: &mut History, slot: usize, step: Option<StepId>) {
    if history.steps.len() <= slot {
        history.steps.resize(slot + 1, None);
    }
    history.steps[slot] = step;
}
