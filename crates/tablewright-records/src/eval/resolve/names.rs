//! Lookup of names in the frames. It may have to resolve the name's value first.

use tablewright_syntax::symbol::Symbol;

use super::frames::{BindingState, FieldState, FrameId, FrameKind, RecordFrame};
use crate::eval::{Eval, Evaluator};
use crate::value::ValueId;

impl Evaluator {
    /// Returns the value of `name` in the current frame, if the name has a meaning there.
    pub(crate) fn look_up(&mut self, name: Symbol) -> Eval<Option<ValueId>> {
        let mut frame = self.resolver.current();
        loop {
            match &self.resolver.frames[frame].kind {
                FrameKind::Shadow { names, parent } => {
                    if names.contains(&Some(name)) {
                        return Ok(None);
                    }
                    frame = *parent;
                }
                FrameKind::InstanceArgs { parent } => frame = *parent,
                &FrameKind::Bindings { start, len } => {
                    return self.look_up_binding(frame, start, len, name);
                }
                FrameKind::Record(_) => return self.look_up_field(frame, name),
            }
        }
    }

    /// Looks up a binding. Its value may mention other names in the same frame, so it is resolved first.
    fn look_up_binding(
        &mut self,
        frame: FrameId,
        start: usize,
        len: usize,
        name: Symbol,
    ) -> Eval<Option<ValueId>> {
        let is_only = len == 1;
        let Some(at) = self.resolver.binding(start, len, name) else { return Ok(None) };
        let binding = &mut self.resolver.bindings[at];
        let value = binding.value;
        match binding.state {
            BindingState::Active => {
                self.resolver.cycles_met = self.resolver.cycles_met.wrapping_add(1);
                return Ok(None);
            }
            // A frame's only binding can mention no other name in the frame.
            BindingState::Fresh if !is_only && value.is_open() => {
                binding.state = BindingState::Active;
            }
            BindingState::Fresh | BindingState::Resolved => return Ok(Some(value)),
        }
        // The value belongs to the frame that binds it: shadowed names and instance arguments in between do not affect
        // it.
        let waiting = self.resolver.switch_to(Some(frame));
        let value = self.resolve(value)?;
        self.resolver.switch_to(waiting);
        let binding = &mut self.resolver.bindings[at];
        (binding.value, binding.state) = (value, BindingState::Resolved);
        Ok(Some(value))
    }

    fn look_up_field(&mut self, frame: FrameId, name: Symbol) -> Eval<Option<ValueId>> {
        let record = self.record_frame(frame);
        let prototype = self.construction.at(record.record);
        let Some(slot) = self.heap.store.tables.shapes[prototype.shape].slot(name) else {
            return Ok(None);
        };
        let value = match record.field(slot) {
            FieldState::Done(value) => return Ok(Some(value)),
            FieldState::Active => {
                // The fields refer to each other in a cycle. The inner reference stays open.
                self.resolver.cycles_met = self.resolver.cycles_met.wrapping_add(1);
                return Ok(None);
            }
            FieldState::Fresh => prototype.values[slot],
        };
        // A reference to a field without a value stays: a later `let` may still set the field.
        if value == ValueId::UNSET || value == ValueId::REFUSED {
            return Ok(None);
        }
        if !value.is_open() {
            return Ok(Some(value));
        }
        self.set_field_state(frame, slot, FieldState::Active);
        let waiting = self.resolver.switch_to(Some(frame));
        let value = self.resolve_field(value)?;
        self.resolver.switch_to(waiting);
        self.set_field_state(frame, slot, FieldState::Done(value));
        Ok(Some(value))
    }

    fn record_frame(&self, frame: FrameId) -> &RecordFrame {
        let FrameKind::Record(record) = &self.resolver.frames[frame].kind else {
            unreachable!("the frame is that of a record")
        };
        record
    }

    fn set_field_state(&mut self, frame: FrameId, slot: usize, state: FieldState) {
        let FrameKind::Record(record) = &mut self.resolver.frames[frame].kind else {
            unreachable!("the frame is that of a record")
        };
        record.set_field(slot, state);
    }

    /// Resolves the value of a field that waited, in the frame with the parameters of the record's class.
    pub(crate) fn resolve_params(&mut self, value: ValueId) -> Eval<ValueId> {
        let current = self.resolver.current();
        let FrameKind::Record(RecordFrame { params: Some(params), .. }) =
            self.resolver.frames[current].kind
        else {
            return Ok(value);
        };
        self.resolver.switch_to(Some(params));
        let resolved = self.resolve(value)?;
        self.resolver.switch_to(Some(current));
        Ok(resolved)
    }
}
