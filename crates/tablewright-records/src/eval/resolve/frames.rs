//! Frames: the meaning of names while values are resolved.
//!
//! A *frame* either binds names to values, or assigns final values to the fields in a record under construction. Other
//! frames refer to their parent frame. Within a frame, every value is resolved once and then memoized. The memo table
//! has an entry for each open value, with the epoch of the frame in which it was resolved. [`super`] resolves values,
//! and [`super::names`] looks names up.

use rustc_hash::FxHashMap;
use tablewright_index::{Idx, IndexVec, define_index};
use tablewright_syntax::symbol::Symbol;

use crate::eval::checkpoint::Checkpoint;
use crate::eval::construction::Construction;
use crate::eval::heap::Heap;
use crate::ids::ShapeId;
use crate::value::{NameSet, OpenIndex, ValueId, Values};

define_index! {
    /// A frame's index on the frame stack.
    pub(crate) struct FrameId;
}

/// Key of a loop result: the body of `!foreach`, `!filter` or `!foldl` with its variables and their values, packed into
/// numbers that are fast to hash.
pub(crate) type Application = (u64, u64, u32);

/// The existing frames, and the results resolved in them.
#[derive(Clone, Default)]
pub(crate) struct Resolver {
    pub(super) frames: IndexVec<FrameId, Frame>,
    /// The current frame. Other frames are its ancestors, or wait until it ends.
    current: Option<FrameId>,
    /// Copy of the current frame's state, since it is read for every value.
    pub(super) state: FrameState,
    /// Bindings of all frames, the innermost frame last.
    pub(super) bindings: Vec<FrameBinding>,
    last_epoch: u32,
    /// Result for each open value, and the epoch of its frame.
    memo: IndexVec<OpenIndex, (u32, Option<ValueId>)>,
    /// Number of times that resolving met a name which was being resolved already. A result computed meanwhile is valid
    /// only until the name is resolved.
    pub(super) cycles_met: u32,
    spare_fields: Vec<Vec<FieldState>>,
    /// Results for bodies of `!foreach` and similar operators, by the values of their variables.
    pub(crate) applied: FxHashMap<Application, ValueId>,
}

impl Resolver {
    /// Returns the approximate memory for resolved values, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.memo.len() * size_of::<(u32, Option<ValueId>)>()
            + self.applied.len() * size_of::<(Application, ValueId)>()
    }
}

#[derive(Clone)]
pub(super) struct Frame {
    pub(super) kind: FrameKind,
    state: FrameState,
    /// Epoch for results in instance arguments, if they differ from other results in this frame. Zero until there are
    /// instances.
    args_epoch: u32,
}

/// The frame state that is read for each value.
#[derive(Clone, Copy, Default)]
pub(super) struct FrameState {
    /// The names with a meaning in this frame, and possibly other names.
    pub(super) names: NameSet,
    /// Distinguishes memoized results of this frame from results of other frames.
    epoch: u32,
    /// Whether a record receives its final values, so that an operation that is still not possible is an error.
    pub(super) is_final: bool,
    /// Whether a field bit that is `?` stays a reference to the field.
    pub(super) keeps_unset_bits: bool,
}

#[doc(alias("MapResolver", "RecordResolver", "ShadowResolver", "HasReferenceResolver"))]
#[derive(Clone)]
pub(super) enum FrameKind {
    /// Names and their values, as a range of the bindings.
    Bindings { start: usize, len: usize },
    /// Fields in a record under construction.
    Record(RecordFrame),
    /// Names without a meaning. Other names have their meaning in the parent.
    Shadow { names: [Option<Symbol>; 2], parent: FrameId },
    /// Instance arguments. All names have their meaning in the parent.
    InstanceArgs { parent: FrameId },
}

#[derive(Clone)]
pub(super) struct FrameBinding {
    name: Symbol,
    pub(super) value: ValueId,
    pub(super) state: BindingState,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum BindingState {
    Fresh,
    /// The name is being resolved, and counts as unbound until that ends.
    Active,
    Resolved,
}

/// A record name and its replacement.
#[derive(Clone, Copy)]
pub(crate) struct RecordRenaming {
    pub(crate) old: ValueId,
    pub(crate) new: ValueId,
}

#[derive(Clone)]
pub(super) struct RecordFrame {
    /// Index among the records under construction.
    pub(super) record: usize,
    /// Field states by slot. Fields past the end are fresh.
    fields: Vec<FieldState>,
    /// The frame that binds the class's parameters, if it is still needed: values that mention both parameters and
    /// fields may have waited for the record's frame.
    pub(super) params: Option<FrameId>,
    pub(super) renamed: Option<RecordRenaming>,
    /// Whether resolving a field may have a visible effect. `None` if not computed yet.
    may_act: Option<bool>,
}

#[derive(Clone, Copy)]
pub(super) enum FieldState {
    Fresh,
    /// The field is being resolved, and counts as unset until that ends.
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

    /// Returns a field's value if it is already closed.
    #[inline]
    fn closed_argument(&self, values: &[ValueId], slot: usize) -> Option<ValueId> {
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

/// The frames at a mark.
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
            // The current frame determines it.
            state: _,
            // Each epoch belongs to one frame, so entries stay valid for their frame.
            last_epoch: _,
            memo: _,
            applied: _,
            // Any change of the number suffices, so it is never reset.
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
    /// Enters an existing frame, or leaves all frames. Returns the previous frame.
    #[inline]
    pub(super) fn switch_to(&mut self, frame: Option<FrameId>) -> Option<FrameId> {
        self.state = frame.map_or_else(FrameState::default, |frame| self.frames[frame].state);
        std::mem::replace(&mut self.current, frame)
    }

    /// Returns the current frame.
    #[inline]
    pub(crate) fn current(&self) -> FrameId {
        self.current.expect("names are looked up within a frame only")
    }

    /// Returns whether the current frame assigns a record's final values.
    #[inline]
    pub(crate) fn is_final(&self) -> bool {
        self.state.is_final
    }

    /// Clears the results for all frames. Results of one frame are not used in another.
    pub(crate) fn forget_results(&mut self) {
        self.applied.clear();
    }

    fn new_epoch(&mut self) -> u32 {
        self.last_epoch = self.last_epoch.checked_add(1).unwrap_or_else(|| {
            // Unwritten entries have epoch 0, so the first epoch is 1.
            self.memo.truncate(0);
            1
        });
        self.last_epoch
    }

    /// Enters a frame and returns the previous frame.
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

    /// Enters a frame that binds names to values. If a name occurs repeatedly, its last value is used. The result
    /// must be passed to [`Self::pop`].
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
            self.bindings.push(FrameBinding { name, value, state: BindingState::Fresh });
        }
        let len = self.bindings.len() - start;
        self.push(FrameKind::Bindings { start, len }, names, false, false)
    }

    /// Enters a frame that assigns final values to the fields in a record under construction. `params` is the frame
    /// with its parameters, if this frame still needs them.
    pub(crate) fn push_record(
        &mut self,
        record: usize,
        renamed: Option<RecordRenaming>,
        params: Option<FrameId>,
    ) -> Option<FrameId> {
        let mut fields = self.spare_fields.pop().unwrap_or_default();
        fields.clear();
        let frame = RecordFrame { record, fields, params, renamed, may_act: None };
        // A final frame resolves every open value again, since an operation may have become possible.
        self.push(FrameKind::Record(frame), NameSet::ALL, true, true)
    }

    /// Enters a frame for instance arguments. An operation that is not possible here may be possible in the instance,
    /// so no value is final here.
    pub(super) fn push_instance_args(&mut self) -> Option<FrameId> {
        let parent = self.current();
        let names = self.state.names;
        let outer = self.push(FrameKind::InstanceArgs { parent }, names, false, false);
        // All instances in a frame have the same results. Instances nest and share many values. The first instance in
        // a frame starts the epoch (zero means that there was none), and later instances share it.
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

    /// Enters a frame that hides some names, the variables of a loop. All other names keep their meaning.
    pub(crate) fn push_shadow(&mut self, names: [Option<Symbol>; 2]) -> Option<FrameId> {
        let FrameState { names: seen, is_final, .. } = self.state;
        let shadow = FrameKind::Shadow { names, parent: self.current() };
        self.push(shadow, seen, is_final, false)
    }

    /// Removes the current frame and returns to `outer`, the frame before it.
    #[inline]
    pub(crate) fn pop(&mut self, outer: Option<FrameId>) {
        match self.frames.pop().map(|frame| frame.kind) {
            Some(FrameKind::Record(frame)) => self.spare_fields.push(frame.fields),
            Some(FrameKind::Bindings { start, .. }) => self.bindings.truncate(start),
            Some(FrameKind::Shadow { .. } | FrameKind::InstanceArgs { .. }) | None => {}
        }
        self.switch_to(outer);
    }

    /// Clears the current frame's results, for example after new records were created.
    pub(crate) fn renew(&mut self) {
        let epoch = self.new_epoch();
        let current = self.current();
        let frame = &mut self.frames[current];
        (frame.state.epoch, frame.args_epoch) = (epoch, 0);
        self.state = frame.state;
    }

    /// Makes the values in the current frame final from now on.
    pub(crate) fn make_final(&mut self) {
        self.renew();
        let current = self.current();
        self.frames[current].state.is_final = true;
        self.state.is_final = true;
    }

    /// Returns the index of the binding for `name` in a range of bindings.
    #[inline]
    pub(super) fn binding(&self, start: usize, len: usize, name: Symbol) -> Option<usize> {
        // The last binding for a name counts: a loop variable hides earlier bindings.
        let index = self.bindings[start..start + len].iter().rposition(|b| b.name == name);
        index.map(|index| start + index)
    }

    /// Returns the current value of a name that the current frame binds.
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
            // Resolving creates more open values, so the table gets a quarter more entries than needed.
            self.memo.resize((open_values + open_values / 4).max(1024), (0, None));
        }
        self.memo[index] = (self.state.epoch, Some(result));
    }

    /// Returns whether resolving a name may have a visible effect, because its value is not resolved yet.
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

    /// Returns the shape of the record that receives its final values in the current frame.
    #[inline]
    pub(crate) fn record_shape(&self, construction: &Construction) -> Option<ShapeId> {
        let FrameKind::Record(frame) = &self.frames[self.current()].kind else { return None };
        Some(construction.at(frame.record).shape)
    }

    /// Like [`Self::settled`], for a field of the record that receives its final values in the current frame.
    #[inline]
    pub(crate) fn closed_field(&self, construction: &Construction, slot: u32) -> Option<ValueId> {
        let FrameKind::Record(frame) = &self.frames[self.current()].kind else { return None };
        frame.closed_argument(&construction.at(frame.record).values, slot as usize)
    }

    /// Returns the value of `name` in the current frame if it is closed already, so that the lookup has only this
    /// result.
    #[inline]
    pub(crate) fn closed_name(
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
                        // The name is not a field. It may be a parameter of the record's class, if the frame with the
                        // parameters is active.
                        frame = record.params?;
                        continue;
                    };
                    return record.closed_argument(&prototype.values, slot);
                }
            }
        };
        (!value.is_open()).then_some(value)
    }

    /// Resolves an anonymous record's name, which is not yet a string, in the current frame.
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
                    if let Some(RecordRenaming { old, new }) = frame.renamed
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
