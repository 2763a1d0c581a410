//! Passes: what gives names a meaning.
//!
//! A pass is a *frame*: it either binds names to values, or gives the fields of the record under
//! construction their final values. Within a frame every value is resolved once and remembered,
//! in a table as long as the open half of the arena, whose entries say which frame they belong to.
//! See [`super::resolve`] for what a pass makes of values.

use tablewright_syntax::symbol::Symbol;

use super::{Eval, Evaluator};
use crate::ids::ShapeId;
use crate::value::{NameSet, Value, ValueId};

/// The frames there are, and what was resolved in them.
#[derive(Default)]
pub(crate) struct Resolver {
    frames: Vec<Frame>,
    /// The frame in force; the others wait for it, or are the ones it asks.
    current: usize,
    /// What is asked of it most often.
    pub(super) view: View,
    /// The bindings of all frames, those of the innermost last.
    bindings: Vec<Binding>,
    last_epoch: u32,
    /// For each open value, what it became and the epoch of the frame in which it did.
    memo: Vec<(u32, Option<ValueId>)>,
    /// How often a name was met that is being resolved already: what comes of it holds only for as
    /// long as that lasts.
    pub(super) taints: u32,
    spare_slots: Vec<Vec<Slot>>,
}

struct Frame {
    kind: FrameKind,
    view: View,
    /// The epoch of what is resolved in this frame for the arguments of instances, where that
    /// differs from what is resolved for itself; zero until there are such.
    args_epoch: u32,
}

#[derive(Clone, Copy, Default)]
pub(super) struct View {
    /// The names that have a meaning here, and perhaps others.
    pub(super) names: NameSet,
    /// Distinguishes what was remembered in this frame from what was in others.
    epoch: u32,
    /// Whether this is the last pass over a record: what cannot be done now is an error.
    pub(super) is_final: bool,
    /// Whether a bit of a field that is `?` stays a reference to that field.
    pub(super) keeps_unset_bits: bool,
}

enum FrameKind {
    /// Names and their values: a range of the bindings.
    Bindings { start: usize, len: usize },
    /// The fields of a record under construction.
    Record(RecordFrame),
    /// Names without a meaning; the rest is asked of another frame.
    Shadow { names: [Option<Symbol>; 2], asks: usize },
    /// Everything is asked of another frame.
    Pass { asks: usize },
}

struct Binding {
    name: Symbol,
    value: ValueId,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Fresh,
    /// Being resolved: the name has no meaning until that is done.
    Active,
    Resolved,
}

struct RecordFrame {
    /// The place of the record among those under construction.
    building: usize,
    /// How far the fields are; those past the end are fresh.
    slots: Vec<Slot>,
    /// The pass that gave the parameters of its class their values, where that is still in force:
    /// what mentions them and fields may have waited.
    params: Option<usize>,
    /// The name of the record and the one it is to get instead.
    renamed: Option<(ValueId, ValueId)>,
    /// Whether resolving a field may do more than compute, once that was asked.
    may_act: Option<bool>,
}

impl RecordFrame {
    #[inline]
    fn slot(&self, slot: usize) -> Slot {
        self.slots.get(slot).copied().unwrap_or(Slot::Fresh)
    }

    fn set_slot(&mut self, slot: usize, state: Slot) {
        if slot >= self.slots.len() {
            self.slots.resize(slot + 1, Slot::Fresh);
        }
        self.slots[slot] = state;
    }

    /// The value of a field, if it is closed already.
    fn settled(&self, values: &[ValueId], slot: usize) -> Option<ValueId> {
        let value = match self.slot(slot) {
            Slot::Done(value) => value,
            Slot::Active => return None,
            Slot::Fresh => values[slot],
        };
        let has_none = value == ValueId::UNSET || value == ValueId::REFUSED;
        (!value.is_open() && !has_none).then_some(value)
    }
}

#[derive(Clone, Copy)]
enum Slot {
    Fresh,
    Active,
    Done(ValueId),
}

impl Resolver {
    /// The passes in force, to [`Self::return_to`] them after a fault.
    pub(crate) fn mark(&self) -> (usize, usize, usize) {
        (self.frames.len(), self.bindings.len(), self.current)
    }

    pub(crate) fn return_to(&mut self, (frames, bindings, current): (usize, usize, usize)) {
        self.frames.truncate(frames);
        self.bindings.truncate(bindings);
        self.switch_to(current);
    }

    /// Puts a frame in force that is there; gives the one that was.
    fn switch_to(&mut self, frame: usize) -> usize {
        // Before the first frame and after the last there is none.
        self.view = self.frames.get(frame).map_or(View::default(), |f| f.view);
        std::mem::replace(&mut self.current, frame)
    }

    /// Whether the pass in force is the last one over what it resolves.
    pub(crate) fn is_final(&self) -> bool {
        self.view.is_final
    }

    fn new_epoch(&mut self) -> u32 {
        self.last_epoch = self.last_epoch.checked_add(1).unwrap_or_else(|| {
            self.memo.clear();
            1
        });
        self.last_epoch
    }

    /// Puts a frame in force; gives the one that was.
    fn push(
        &mut self,
        kind: FrameKind,
        names: NameSet,
        is_final: bool,
        keeps_unset_bits: bool,
    ) -> usize {
        let epoch = self.new_epoch();
        let view = View { names, epoch, is_final, keeps_unset_bits };
        self.frames.push(Frame { kind, view, args_epoch: 0 });
        self.switch_to(self.frames.len() - 1)
    }

    /// Puts a frame in force for the arguments of an instance: what they cannot do yet may still
    /// be possible for the instance, so this is never the last pass for them.
    pub(super) fn push_args(&mut self) -> usize {
        let asks = self.current;
        let names = self.view.names;
        let outer = self.push(FrameKind::Pass { asks }, names, false, false);
        // All instances in a frame see the same; instances nest, and share much of what they say.
        let epoch = match self.frames[asks].args_epoch {
            0 => self.view.epoch,
            epoch => epoch,
        };
        self.frames[asks].args_epoch = epoch;
        self.frames[self.current].view.epoch = epoch;
        self.view.epoch = epoch;
        outer
    }

    /// The place of the binding of `name` among some.
    fn binding(&self, start: usize, len: usize, name: Symbol) -> Option<usize> {
        let place = self.bindings[start..start + len].iter().rposition(|b| b.name == name);
        place.map(|place| start + place)
    }

    pub(super) fn remembered(&self, value: ValueId) -> Option<ValueId> {
        match self.memo.get(value.index()) {
            Some(&(epoch, result)) if epoch == self.view.epoch => result,
            _ => None,
        }
    }

    pub(super) fn remember(&mut self, value: ValueId, result: ValueId, open_values: usize) {
        let index = value.index();
        if index >= self.memo.len() {
            self.memo.resize((open_values + open_values / 4).max(1024), (0, None));
        }
        self.memo[index] = (self.view.epoch, Some(result));
    }
}

impl Evaluator {
    /// Starts a pass that gives names values, of several for a name the last. [`Self::pop_pass`]
    /// takes what this returns.
    pub(crate) fn push_bindings(
        &mut self,
        bindings: impl IntoIterator<Item = (Symbol, ValueId)>,
    ) -> usize {
        let start = self.resolver.bindings.len();
        let mut names = NameSet::default();
        for (name, value) in bindings {
            names = names.with(self.store.values.name_set(name));
            self.resolver.bindings.push(Binding { name, value, state: State::Fresh });
        }
        let len = self.resolver.bindings.len() - start;
        self.resolver.push(FrameKind::Bindings { start, len }, names, false, false)
    }

    /// Starts the last pass over the record under construction; `params` is the pass before, where
    /// that left something for this one.
    pub(crate) fn push_record_pass(
        &mut self,
        renamed: Option<(ValueId, ValueId)>,
        params: Option<usize>,
    ) -> usize {
        let building = self.building.len() - 1;
        let mut slots = self.resolver.spare_slots.pop().unwrap_or_default();
        slots.clear();
        let frame = RecordFrame { building, slots, params, renamed, may_act: None };
        self.resolver.push(FrameKind::Record(frame), NameSet::ALL, true, true)
    }

    /// Ends a pass.
    pub(crate) fn pop_pass(&mut self, outer: usize) {
        match self.resolver.frames.pop().map(|frame| frame.kind) {
            Some(FrameKind::Record(frame)) => self.resolver.spare_slots.push(frame.slots),
            Some(FrameKind::Bindings { start, .. }) => self.resolver.bindings.truncate(start),
            _ => {}
        }
        self.resolver.switch_to(outer);
    }

    /// Forgets what was resolved in the current pass, as when records came to be since.
    pub(crate) fn renew_pass(&mut self) {
        let epoch = self.resolver.new_epoch();
        let current = self.resolver.current;
        let frame = &mut self.resolver.frames[current];
        (frame.view.epoch, frame.args_epoch) = (epoch, 0);
        self.resolver.view = frame.view;
    }

    /// Makes the current pass the last one over what it resolves.
    pub(crate) fn make_pass_final(&mut self) {
        self.renew_pass();
        let current = self.resolver.current;
        self.resolver.frames[current].view.is_final = true;
        self.resolver.view.is_final = true;
    }

    /// The pass in force.
    pub(crate) fn current_pass(&self) -> usize {
        self.resolver.current
    }

    /// What the pass before that over a record would have made of a value that waited.
    pub(crate) fn resolve_params(&mut self, value: ValueId) -> Eval<ValueId> {
        let asking = self.resolver.current;
        let FrameKind::Record(RecordFrame { params: Some(params), .. }) =
            self.resolver.frames[asking].kind
        else {
            return Ok(value);
        };
        self.resolver.switch_to(params);
        let resolved = self.resolve(value)?;
        self.resolver.switch_to(asking);
        Ok(resolved)
    }

    /// Starts a pass in which some names, the variables of a loop, have no meaning, and all else
    /// is as it was.
    pub(crate) fn push_shadow(&mut self, names: [Option<Symbol>; 2]) -> usize {
        let View { names: seen, is_final, .. } = self.resolver.view;
        let shadow = FrameKind::Shadow { names, asks: self.resolver.current };
        self.resolver.push(shadow, seen, is_final, false)
    }

    /// Whether resolving a name may do more than compute, since its value is still to be resolved.
    pub(crate) fn names_may_act(&mut self) -> bool {
        let mut asked = self.resolver.current;
        loop {
            let acts = |value: ValueId| value.is_open() && self.store.values.may_act(value);
            match &mut self.resolver.frames[asked].kind {
                FrameKind::Shadow { asks, .. } | FrameKind::Pass { asks } => asked = *asks,
                &mut FrameKind::Bindings { start, len } => {
                    let bindings = &self.resolver.bindings[start..start + len];
                    return bindings.iter().any(|binding| acts(binding.value));
                }
                FrameKind::Record(frame) => {
                    let values = &self.building[frame.building].values;
                    return *frame.may_act.get_or_insert_with(|| values.iter().any(|&v| acts(v)));
                }
            }
        }
    }

    /// The shape of the record that the current pass is about, if it is the last one over a record.
    pub(crate) fn shape_in_pass(&self) -> Option<ShapeId> {
        match &self.resolver.frames[self.resolver.current].kind {
            FrameKind::Record(frame) => Some(self.building[frame.building].shape),
            _ => None,
        }
    }

    /// As [`Self::settled`], for a field of the record that the current pass is about.
    pub(crate) fn settled_field(&self, slot: u32) -> Option<ValueId> {
        match &self.resolver.frames[self.resolver.current].kind {
            FrameKind::Record(frame) => {
                frame.settled(&self.building[frame.building].values, slot as usize)
            }
            _ => None,
        }
    }

    /// The value of `name` in the current pass, if it is closed already, so that nothing comes of
    /// asking.
    pub(crate) fn settled(&self, name: Symbol) -> Option<ValueId> {
        let mut asked = self.resolver.current;
        let value = loop {
            match &self.resolver.frames[asked].kind {
                FrameKind::Shadow { names, asks } => {
                    if names.contains(&Some(name)) {
                        return None;
                    }
                    asked = *asks;
                }
                FrameKind::Pass { asks } => asked = *asks,
                &FrameKind::Bindings { start, len } => {
                    let at = self.resolver.binding(start, len, name)?;
                    break self.resolver.bindings[at].value;
                }
                FrameKind::Record(frame) => {
                    let building = &self.building[frame.building];
                    let shape = &self.store.shapes[building.shape.index()];
                    let Some(slot) = shape.slot(name) else {
                        asked = frame.params?;
                        continue;
                    };
                    return frame.settled(&building.values, slot);
                }
            }
        };
        (!value.is_open()).then_some(value)
    }

    pub(super) fn resolve_anonymous_name(&mut self, name: ValueId) -> ValueId {
        let mut resolved = name;
        let mut asked = self.resolver.current;
        loop {
            match &self.resolver.frames[asked].kind {
                FrameKind::Shadow { asks, .. } | FrameKind::Pass { asks } => asked = *asks,
                FrameKind::Bindings { .. } => break,
                FrameKind::Record(frame) => {
                    if let Some((old, new)) = frame.renamed
                        && old == name
                    {
                        resolved = self.name_as_string(new);
                    }
                    break;
                }
            }
        }
        if self.resolver.view.is_final { self.name_as_string(resolved) } else { resolved }
    }

    fn name_as_string(&mut self, name: ValueId) -> ValueId {
        match self.store.value(name) {
            Value::AnonymousName(number) => {
                let text = self.anonymous_name(number);
                self.store.values.string(text)
            }
            _ => name,
        }
    }

    /// What `name` is in the current pass, if it is anything.
    pub(crate) fn look_up(&mut self, name: Symbol) -> Eval<Option<ValueId>> {
        let mut asked = self.resolver.current;
        loop {
            match &self.resolver.frames[asked].kind {
                FrameKind::Shadow { names, asks } => {
                    if names.contains(&Some(name)) {
                        return Ok(None);
                    }
                    asked = *asks;
                }
                FrameKind::Pass { asks } => asked = *asks,
                &FrameKind::Bindings { start, len } => {
                    return self.look_up_binding(asked, start, len, name);
                }
                FrameKind::Record(_) => return self.look_up_field(asked, name),
            }
        }
    }

    /// The values given to names may mention other names of the same pass.
    fn look_up_binding(
        &mut self,
        frame: usize,
        start: usize,
        len: usize,
        name: Symbol,
    ) -> Eval<Option<ValueId>> {
        let is_only = len == 1;
        let Some(at) = self.resolver.binding(start, len, name) else { return Ok(None) };
        let binding = &mut self.resolver.bindings[at];
        let value = binding.value;
        match binding.state {
            State::Active => {
                self.resolver.taints = self.resolver.taints.wrapping_add(1);
                return Ok(None);
            }
            State::Fresh if !is_only && value.is_open() => binding.state = State::Active,
            State::Fresh | State::Resolved => return Ok(Some(value)),
        }
        let asking = self.resolver.switch_to(frame);
        let value = self.resolve(value)?;
        self.resolver.switch_to(asking);
        let binding = &mut self.resolver.bindings[at];
        (binding.value, binding.state) = (value, State::Resolved);
        Ok(Some(value))
    }

    fn record_frame(&mut self, frame: usize) -> &mut RecordFrame {
        match &mut self.resolver.frames[frame].kind {
            FrameKind::Record(record) => record,
            _ => unreachable!("the frame is about a record"),
        }
    }

    fn look_up_field(&mut self, frame: usize, name: Symbol) -> Eval<Option<ValueId>> {
        let FrameKind::Record(record) = &self.resolver.frames[frame].kind else {
            unreachable!("the frame is about a record")
        };
        let building = &self.building[record.building];
        let Some(slot) = self.store.shapes[building.shape.index()].slot(name) else {
            return Ok(None);
        };
        let value = match record.slot(slot) {
            Slot::Done(value) => return Ok(Some(value)),
            Slot::Active => {
                self.resolver.taints = self.resolver.taints.wrapping_add(1);
                return Ok(None);
            }
            Slot::Fresh => building.values[slot],
        };
        if value == ValueId::UNSET || value == ValueId::REFUSED {
            return Ok(None);
        }
        if !value.is_open() {
            return Ok(Some(value));
        }
        self.record_frame(frame).set_slot(slot, Slot::Active);
        let asking = self.resolver.switch_to(frame);
        let value = self.resolve_field(value)?;
        self.resolver.switch_to(asking);
        self.record_frame(frame).set_slot(slot, Slot::Done(value));
        Ok(Some(value))
    }
}
