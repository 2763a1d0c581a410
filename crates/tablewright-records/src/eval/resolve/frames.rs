//! Frames: what names mean while values are resolved.
//!
//! A *frame* either binds names to values, or gives the fields of a record under construction their
//! final values; others refer to the frame around them. Within a frame every value is resolved once
//! and remembered, in a table as long as the open half of the arena, whose entries say in which frame
//! they were made. What resolving makes of values is in [`super`], looking names up in
//! [`super::names`].

use rustc_hash::FxHashMap;
use tablewright_index::{Idx, IndexVec, define_index};
use tablewright_syntax::symbol::Symbol;

use crate::eval::checkpoint::Checkpoint;
use crate::eval::construction::Construction;
use crate::eval::heap::Heap;
use crate::ids::ShapeId;
use crate::value::{NameSet, OpenIndex, ValueId, Values};

define_index! {
    /// A frame, by its place on the stack of frames.
    pub(crate) struct FrameId;
}

/// The body of `!foreach`, `!filter` or `!foldl` with its variables and their values, packed into
/// numbers that are quickly hashed.
pub(crate) type Application = (u64, u64, u32);

/// The frames there are, and what was resolved in them.
#[derive(Clone, Default)]
pub(crate) struct Resolver {
    pub(super) frames: IndexVec<FrameId, Frame>,
    /// The frame in force. The others wait for it, or it refers to them.
    current: Option<FrameId>,
    /// The state of the frame in force: a copy, since it is read for every value.
    pub(super) state: FrameState,
    /// The bindings of all frames, those of the innermost last.
    pub(super) bindings: Vec<Binding>,
    last_epoch: u32,
    /// For each open value, what it became and the epoch of the frame in which it did.
    memo: IndexVec<OpenIndex, (u32, Option<ValueId>)>,
    /// How often a name was met that is being resolved already. The result of resolving around it
    /// holds only until that name is resolved.
    pub(super) cycles_met: u32,
    spare_fields: Vec<Vec<FieldState>>,
    /// The results of bodies of `!foreach` and the like for given values of their variables.
    pub(crate) applied: FxHashMap<Application, ValueId>,
}

impl Resolver {
    /// How many bytes of memory it takes to remember what was resolved, about.
    pub(crate) fn bytes(&self) -> usize {
        self.memo.len() * size_of::<(u32, Option<ValueId>)>()
            + self.applied.len() * size_of::<(Application, ValueId)>()
    }
}

#[derive(Clone)]
pub(super) struct Frame {
    pub(super) kind: FrameKind,
    state: FrameState,
    /// The epoch of what is resolved in this frame for the arguments of instances, where that
    /// differs from what is resolved for itself; zero until there are such.
    args_epoch: u32,
}

/// What is read of a frame for each value.
#[derive(Clone, Copy, Default)]
pub(super) struct FrameState {
    /// The names that have a meaning here, and perhaps others.
    pub(super) names: NameSet,
    /// Distinguishes what was remembered in this frame from what was in others.
    epoch: u32,
    /// Whether a record gets its final values: what cannot be done now is an error.
    pub(super) is_final: bool,
    /// Whether a bit of a field that is `?` stays a reference to that field.
    pub(super) keeps_unset_bits: bool,
}

#[doc(alias("MapResolver", "RecordResolver", "ShadowResolver", "HasReferenceResolver"))]
#[derive(Clone)]
pub(super) enum FrameKind {
    /// Names and their values: a range of the bindings.
    Bindings { start: usize, len: usize },
    /// The fields of a record under construction.
    Record(RecordFrame),
    /// Names without a meaning; the rest means what it does in the parent.
    Shadow { names: [Option<Symbol>; 2], parent: FrameId },
    /// The arguments of an instance: everything means what it does in the parent.
    InstanceArgs { parent: FrameId },
}

#[derive(Clone)]
pub(super) struct Binding {
    name: Symbol,
    pub(super) value: ValueId,
    pub(super) state: BindingState,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum BindingState {
    Fresh,
    /// Being resolved: the name has no meaning until that is done.
    Active,
    Resolved,
}

#[derive(Clone)]
pub(super) struct RecordFrame {
    /// The place of the record among those under construction.
    pub(super) record: usize,
    /// The states of the fields, by slot; those past the end are fresh.
    fields: Vec<FieldState>,
    /// The frame that gave the parameters of its class their values, if that is still in force:
    /// values that mention both parameters and fields may have waited for this frame.
    pub(super) params: Option<FrameId>,
    /// The name of the record and the one it is to get instead.
    pub(super) renamed: Option<(ValueId, ValueId)>,
    /// Whether resolving a field may do more than compute; `None` until that is first needed.
    may_act: Option<bool>,
}

#[derive(Clone, Copy)]
pub(super) enum FieldState {
    Fresh,
    /// Being resolved: the field has no value until that is done.
    Active,
    Done(ValueId),
}

impl RecordFrame {
    #[inline]
    pub(super) fn field(&self, slot: usize) -> FieldState {
        self.fields.get(slot).copied().unwrap_or(FieldState::Fresh)
    }

    pub(super) fn set_field(&mut self, slot: usize, state: FieldState) {
        if slot >= self.fields.len() {
            self.fields.resize(slot + 1, FieldState::Fresh);
        }
        self.fields[slot] = state;
    }

    /// The value of a field, if it is closed already.
    #[inline]
    fn settled(&self, values: &[ValueId], slot: usize) -> Option<ValueId> {
        let value = match self.field(slot) {
            FieldState::Done(value) => value,
            FieldState::Active => return None,
            FieldState::Fresh => values[slot],
        };
        // A reference to a field without a value stays a reference, so such a field is not settled.
        let has_none = value == ValueId::UNSET || value == ValueId::REFUSED;
        (!value.is_open() && !has_none).then_some(value)
    }
}

/// The frames in force.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ResolverMark {
    frames: usize,
    bindings: usize,
    current: Option<FrameId>,
}

impl Checkpoint for Resolver {
    type Mark = ResolverMark;

    fn mark(&self) -> ResolverMark {
        let Resolver {
            frames,
            current,
            bindings,
            // It follows from the frame in force.
            state: _,
            // They remember what is true in a frame, and no frame has the epoch of another.
            last_epoch: _,
            memo: _,
            applied: _,
            // It only has to change.
            cycles_met: _,
            spare_fields: _,
        } = self;
        ResolverMark { frames: frames.len(), bindings: bindings.len(), current: *current }
    }

    fn roll_back(&mut self, mark: ResolverMark) {
        self.frames.truncate(mark.frames);
        self.bindings.truncate(mark.bindings);
        self.switch_to(mark.current);
    }
}

impl Resolver {
    /// Puts a frame in force that is there, or none; gives the one that was.
    #[inline]
    pub(super) fn switch_to(&mut self, frame: Option<FrameId>) -> Option<FrameId> {
        self.state = frame.map_or_else(FrameState::default, |frame| self.frames[frame].state);
        std::mem::replace(&mut self.current, frame)
    }

    /// The frame in force.
    #[inline]
    pub(crate) fn current(&self) -> FrameId {
        self.current.expect("names are looked up within a frame only")
    }

    /// Whether the frame in force gives a record its final values.
    #[inline]
    pub(crate) fn is_final(&self) -> bool {
        self.state.is_final
    }

    /// Forgets what is remembered for all frames. What was remembered in one is not read in another.
    pub(crate) fn forget_results(&mut self) {
        self.applied.clear();
    }

    fn new_epoch(&mut self) -> u32 {
        self.last_epoch = self.last_epoch.checked_add(1).unwrap_or_else(|| {
            // Entries that were never written have epoch 0, so that 1 is the first one in use.
            self.memo.truncate(0);
            1
        });
        self.last_epoch
    }

    /// Puts a frame in force; gives the one that was.
    #[inline]
    fn push(
        &mut self,
        kind: FrameKind,
        names: NameSet,
        is_final: bool,
        keeps_unset_bits: bool,
    ) -> Option<FrameId> {
        let epoch = self.new_epoch();
        let state = FrameState { names, epoch, is_final, keeps_unset_bits };
        let frame = self.frames.push(Frame { kind, state, args_epoch: 0 });
        self.switch_to(Some(frame))
    }

    /// Puts a frame in force that gives names values, of several for a name the last.
    /// [`Self::pop`] takes what this returns.
    #[inline]
    pub(crate) fn push_bindings(
        &mut self,
        values: &Values,
        bindings: impl IntoIterator<Item = (Symbol, ValueId)>,
    ) -> Option<FrameId> {
        let start = self.bindings.len();
        let mut names = NameSet::default();
        for (name, value) in bindings {
            names = names.with(values.name_set(name));
            self.bindings.push(Binding { name, value, state: BindingState::Fresh });
        }
        let len = self.bindings.len() - start;
        self.push(FrameKind::Bindings { start, len }, names, false, false)
    }

    /// Puts a frame in force that gives the fields of a record under construction their final
    /// values. `params` is the frame of its parameters, where that left something for this one.
    pub(crate) fn push_record(
        &mut self,
        record: usize,
        renamed: Option<(ValueId, ValueId)>,
        params: Option<FrameId>,
    ) -> Option<FrameId> {
        let mut fields = self.spare_fields.pop().unwrap_or_default();
        fields.clear();
        let frame = RecordFrame { record, fields, params, renamed, may_act: None };
        // In a final frame every open value is looked at, also for operations that may succeed now.
        self.push(FrameKind::Record(frame), NameSet::ALL, true, true)
    }

    /// Puts a frame in force for the arguments of an instance: what they cannot do yet may still
    /// be possible for the instance, so no value is final here.
    pub(super) fn push_instance_args(&mut self) -> Option<FrameId> {
        let parent = self.current();
        let names = self.state.names;
        let outer = self.push(FrameKind::InstanceArgs { parent }, names, false, false);
        // All instances in a frame see the same; instances nest, and share much of what they say.
        // The first instance in a frame starts the epoch (zero says there was none), the others
        // share it.
        let epoch = match self.frames[parent].args_epoch {
            0 => self.state.epoch,
            epoch => epoch,
        };
        self.frames[parent].args_epoch = epoch;
        let current = self.current();
        self.frames[current].state.epoch = epoch;
        self.state.epoch = epoch;
        outer
    }

    /// Puts a frame in force in which some names, the variables of a loop, have no meaning, and all
    /// else is as it was.
    pub(crate) fn push_shadow(&mut self, names: [Option<Symbol>; 2]) -> Option<FrameId> {
        let FrameState { names: seen, is_final, .. } = self.state;
        let shadow = FrameKind::Shadow { names, parent: self.current() };
        self.push(shadow, seen, is_final, false)
    }

    /// Takes the frame in force away; the one before it is `outer`.
    #[inline]
    pub(crate) fn pop(&mut self, outer: Option<FrameId>) {
        match self.frames.pop().map(|frame| frame.kind) {
            Some(FrameKind::Record(frame)) => self.spare_fields.push(frame.fields),
            Some(FrameKind::Bindings { start, .. }) => self.bindings.truncate(start),
            Some(FrameKind::Shadow { .. } | FrameKind::InstanceArgs { .. }) | None => {}
        }
        self.switch_to(outer);
    }

    /// Forgets what was resolved in the frame in force, as when records came to be since.
    pub(crate) fn renew(&mut self) {
        let epoch = self.new_epoch();
        let current = self.current();
        let frame = &mut self.frames[current];
        (frame.state.epoch, frame.args_epoch) = (epoch, 0);
        self.state = frame.state;
    }

    /// Lets the frame in force give final values from now on.
    pub(crate) fn make_final(&mut self) {
        self.renew();
        let current = self.current();
        self.frames[current].state.is_final = true;
        self.state.is_final = true;
    }

    /// The place of the binding of `name` among some.
    #[inline]
    pub(super) fn binding(&self, start: usize, len: usize, name: Symbol) -> Option<usize> {
        // The last binding of a name counts: a loop variable hides what was bound before it.
        let index = self.bindings[start..start + len].iter().rposition(|b| b.name == name);
        index.map(|index| start + index)
    }

    /// The value that the frame in force binds a name to, as it is now.
    pub(crate) fn bound(&self, name: Symbol) -> Option<ValueId> {
        let &FrameKind::Bindings { start, len } = &self.frames[self.current()].kind else {
            return None;
        };
        self.binding(start, len, name).map(|at| self.bindings[at].value)
    }

    #[inline]
    pub(super) fn remembered(&self, value: ValueId) -> Option<ValueId> {
        match self.memo.get(value.open_index()) {
            Some(&(epoch, result)) if epoch == self.state.epoch => result,
            _ => None,
        }
    }

    #[inline]
    pub(super) fn remember(&mut self, value: ValueId, result: ValueId, open_values: usize) {
        let index = value.open_index();
        if index.index() >= self.memo.len() {
            // Resolving adds open values, so there is room for a quarter more than there are.
            self.memo.resize((open_values + open_values / 4).max(1024), (0, None));
        }
        self.memo[index] = (self.state.epoch, Some(result));
    }

    /// Whether resolving a name may do more than compute, since its value is still to be resolved.
    pub(crate) fn names_may_act(&mut self, values: &Values, construction: &Construction) -> bool {
        let acts = |value: ValueId| value.is_open() && values.may_act(value);
        let mut frame = self.current();
        loop {
            match &mut self.frames[frame].kind {
                FrameKind::Shadow { parent, .. } | FrameKind::InstanceArgs { parent } => {
                    frame = *parent;
                }
                &mut FrameKind::Bindings { start, len } => {
                    let bindings = &self.bindings[start..start + len];
                    return bindings.iter().any(|binding| acts(binding.value));
                }
                FrameKind::Record(frame) => {
                    let fields = &construction.at(frame.record).values;
                    return *frame.may_act.get_or_insert_with(|| fields.iter().any(|&v| acts(v)));
                }
            }
        }
    }

    /// The shape of the record that gets its final values in the frame in force.
    #[inline]
    pub(crate) fn record_shape(&self, construction: &Construction) -> Option<ShapeId> {
        let FrameKind::Record(frame) = &self.frames[self.current()].kind else { return None };
        Some(construction.at(frame.record).shape)
    }

    /// As [`Self::settled`], for a field of the record that gets its final values in the frame in
    /// force.
    #[inline]
    pub(crate) fn settled_field(&self, construction: &Construction, slot: u32) -> Option<ValueId> {
        let FrameKind::Record(frame) = &self.frames[self.current()].kind else { return None };
        frame.settled(&construction.at(frame.record).values, slot as usize)
    }

    /// The value of `name` in the frame in force, if it is closed already, so that asking for it does
    /// nothing else.
    #[inline]
    pub(crate) fn settled(
        &self,
        heap: &Heap,
        construction: &Construction,
        name: Symbol,
    ) -> Option<ValueId> {
        let mut frame = self.current();
        let value = loop {
            match &self.frames[frame].kind {
                FrameKind::Shadow { names, parent } => {
                    if names.contains(&Some(name)) {
                        return None;
                    }
                    frame = *parent;
                }
                FrameKind::InstanceArgs { parent } => frame = *parent,
                &FrameKind::Bindings { start, len } => {
                    let at = self.binding(start, len, name)?;
                    break self.bindings[at].value;
                }
                FrameKind::Record(record) => {
                    let prototype = construction.at(record.record);
                    let Some(slot) = heap.store.tables.shapes[prototype.shape].slot(name) else {
                        // It is no field. It may be a parameter of the record's class, if that
                        // frame is in force.
                        frame = record.params?;
                        continue;
                    };
                    return record.settled(&prototype.values, slot);
                }
            }
        };
        (!value.is_open()).then_some(value)
    }

    /// What the name of an anonymous record, which is no string yet, is in the frame in force.
    pub(super) fn anonymous_name(&self, heap: &mut Heap, name: ValueId) -> ValueId {
        let mut resolved = name;
        let mut frame = self.current();
        loop {
            match &self.frames[frame].kind {
                FrameKind::Shadow { parent, .. } | FrameKind::InstanceArgs { parent } => {
                    frame = *parent;
                }
                FrameKind::Bindings { .. } => break,
                FrameKind::Record(frame) => {
                    if let Some((old, new)) = frame.renamed
                        && old == name
                    {
                        resolved = heap.name_as_string(new);
                    }
                    break;
                }
            }
        }
        if self.state.is_final { heap.name_as_string(resolved) } else { resolved }
    }
}
