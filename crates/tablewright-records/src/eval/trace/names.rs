//! Recording of name definitions and uses.

use tablewright_syntax::source::{Pos, Span};
use tablewright_syntax::symbol::Symbol;
use tablewright_syntax::tree;

use crate::eval::Evaluator;
use crate::eval::definitions::{MulticlassId, ParamOwner};
use crate::eval::scopes::LocalDefinition;
use crate::ids::ClassId;
use crate::trace::{Definition, DefinitionId, DefinitionKind, UseKind};
use crate::types::Type;
use crate::value::ValueId;

impl Evaluator {
    #[inline]
    pub(crate) fn trace_definition(&mut self, kind: DefinitionKind, name: tree::Ident) {
        let symbol = self.heap.symbol(name.name);
        self.trace_definition_in(kind, symbol, name.span, None);
    }

    /// Records the definition of a name that belongs to `owner`.
    #[inline]
    pub(crate) fn trace_definition_in(
        &mut self,
        kind: DefinitionKind,
        name: Symbol,
        span: Span,
        owner: Option<Symbol>,
    ) {
        if let Some(trace) = self.tracer.trace.as_deref_mut() {
            trace.names_mut().define(Definition { kind, name, owner, span });
        }
    }

    /// Records a class definition. The class may have been declared earlier at `forward`.
    #[inline]
    pub(crate) fn trace_class_definition(&mut self, name: tree::Ident, forward: Option<Pos>) {
        let symbol = self.heap.symbol(name.name);
        if let Some(trace) = self.tracer.trace.as_deref_mut() {
            let kind = DefinitionKind::Class;
            let definition = Definition { kind, name: symbol, owner: None, span: name.span };
            trace.names_mut().define_again(forward, definition);
        }
    }

    /// Records a use of the item defined at `defined`.
    #[inline]
    pub(crate) fn trace_use(&mut self, kind: UseKind, span: Span, defined: Pos) {
        if let Some(trace) = self.tracer.trace.as_deref_mut() {
            let names = trace.names_mut();
            if let Some(definition) = names.definition_at(defined) {
                names.add_use(span, definition, kind);
            }
        }
    }

    #[inline]
    pub(crate) fn trace_class_use(&mut self, kind: UseKind, span: Span, class: ClassId) {
        if self.tracer.is_on() {
            self.trace_use(kind, span, self.heap.store.classes.get(class).pos);
        }
    }

    #[inline]
    pub(crate) fn trace_multiclass_use(&mut self, kind: UseKind, span: Span, id: MulticlassId) {
        if self.tracer.is_on() {
            self.trace_use(kind, span, self.definitions.multiclasses[id].pos);
        }
    }

    /// Records a named argument as a use of its parameter.
    #[inline]
    pub(crate) fn trace_argument_use(&mut self, span: Span, owner: ParamOwner, name: Symbol) {
        if self.tracer.is_on()
            && let Some(pos) = self.param_pos(owner, name)
        {
            self.trace_use(UseKind::Argument, span, pos);
        }
    }

    fn param_pos(&self, owner: ParamOwner, name: Symbol) -> Option<Pos> {
        let parameter = self.params(owner).iter().find(|param| param.short_name == name);
        parameter.map(|param| param.pos)
    }

    /// Records a read of a local name.
    #[inline]
    pub(crate) fn trace_local_use(&mut self, name: Symbol, span: Span) {
        if self.tracer.is_on()
            && let Some(definition) = self.local_definition(name)
        {
            self.add_use(UseKind::Read, span, definition);
        }
    }

    fn add_use(&mut self, kind: UseKind, span: Span, definition: DefinitionId) {
        if let Some(trace) = self.tracer.trace.as_deref_mut() {
            trace.names_mut().add_use(span, definition, kind);
        }
    }

    /// Returns the definition of the name that [`Self::local`] returns.
    fn local_definition(&self, name: Symbol) -> Option<DefinitionId> {
        let trace = self.tracer.trace.as_deref()?;
        self.scopes.definitions(name).find_map(|found| match found {
            LocalDefinition::At(pos) => trace.names().definition_at(pos),
            LocalDefinition::InMulticlass(id) => {
                let pos = self.param_pos(ParamOwner::Multiclass(id), name)?;
                trace.names().definition_at(pos)
            }
            LocalDefinition::InRecord => self.record_definition(name),
        })
    }

    /// Returns the definition of the field or parameter `name` in the current prototype.
    fn record_definition(&self, name: Symbol) -> Option<DefinitionId> {
        let prototype = self.construction.last()?;
        let trace = self.tracer.trace.as_deref()?;
        if let Some((slot, _)) = prototype.field(&self.heap.store, name) {
            let step = prototype.history.as_deref()?.steps.get(slot).copied()??;
            return trace.declaration(step);
        }
        let pos = self.param_pos(ParamOwner::Class(prototype.class?), name)?;
        trace.names().definition_at(pos)
    }

    /// Records a read of a record or global variable.
    #[inline]
    pub(crate) fn trace_global_use(&mut self, name: Symbol, span: Span) {
        if self.tracer.is_on() {
            let record = self.heap.store.names.defs.get(name);
            let pos = match record {
                Some(record) => Some(self.heap.store.record(record).pos()),
                None => self.definitions.positions.get(&name).copied(),
            };
            if let Some(pos) = pos {
                self.trace_use(UseKind::Read, span, pos);
            }
        }
    }

    /// Records a read of a value's field.
    #[inline]
    pub(crate) fn trace_field_use(&mut self, value: ValueId, field: tree::Ident) {
        if self.tracer.is_on()
            && let Some(definition) = self.field_definition(value, self.heap.symbol(field.name))
        {
            self.add_use(UseKind::Read, field.span, definition);
            let record = self.heap.store.values.as_record(value);
            if let (Some(record), Some(trace)) = (record, self.tracer.trace.as_deref_mut()) {
                trace.names_mut().add_field_read(field.span.lo, record);
            }
        }
    }

    fn field_definition(&mut self, value: ValueId, field: Symbol) -> Option<DefinitionId> {
        if let Some(record) = self.heap.store.values.as_record(value) {
            let slot = self.heap.store.shape_of(record).slot(field)?;
            let trace = self.tracer.trace.as_deref()?;
            let unfinished = self.construction.iter().find(|p| p.record == Some(record));
            let step = match unfinished.and_then(|prototype| prototype.history.as_deref()) {
                Some(history) => history.steps.get(slot).copied()??,
                None => trace.last_steps(trace.record(record)?).get(slot).copied()??,
            };
            return trace.declaration(step);
        }
        let ty = self.heap.type_of(value)?;
        let trace = self.tracer.trace.as_deref()?;
        let store = &self.heap.store;
        let Type::Record(classes) = store.ty(ty) else { return None };
        classes.iter().find_map(|&class| {
            let steps = match self.construction.iter().find(|p| p.class == Some(class)) {
                Some(prototype) => {
                    let (slot, _) = prototype.field(store, field)?;
                    prototype.history.as_deref()?.steps.get(slot).copied()?
                }
                None => {
                    let slot = store.tables.shapes[store.classes.get(class).shape].slot(field)?;
                    trace.last_steps(trace.class(class)?).get(slot).copied()?
                }
            };
            trace.declaration(steps?)
        })
    }
}
