//! The bytecode machine: its stacks, and all compiled bytecode.

use std::rc::Rc;

use smallvec::SmallVec;
use tablewright_index::{Idx, IndexVec};
use tablewright_syntax::symbol::Symbol;

use super::compile::compile;
use super::{Bytecode, BytecodeId};
use crate::eval::heap::Heap;
use crate::ids::ShapeId;
use crate::options::CompileMode;
use crate::rewind::rewind_fields;
use crate::value::{OpenIndex, OpenParts, ValueId};

/// Number of times a value is resolved before it is compiled: most values occur only a few times.
const COMPILE_AFTER: u8 = 4;

/// Compilation state of a value.
#[derive(Clone, Copy, Default)]
enum CompileState {
    /// The value was not resolved before.
    #[default]
    Unknown,
    /// The value was resolved this many times.
    Met(u8),
    /// The value cannot be compiled, or compiling it is useless.
    Resolve,
    Compiled(BytecodeId),
}

/// The free names in bytecode as field slots of a shape. `None` for names that are not fields.
pub(super) struct FreeNameSlots {
    pub(super) shape: ShapeId,
    pub(super) slots: SmallVec<[Option<u32>; 4]>,
}

impl FreeNameSlots {
    pub(super) fn find(bytecode: &Bytecode, heap: &Heap, shape: ShapeId) -> FreeNameSlots {
        let record_shape = &heap.store.tables.shapes[shape];
        let slot = |&name: &Symbol| record_shape.slot(name).map(|slot| slot as u32);
        FreeNameSlots { shape, slots: bytecode.free.iter().map(slot).collect() }
    }
}

pub(crate) struct BytecodeMachine {
    mode: CompileMode,
    /// Compilation state of each open value.
    compile_states: IndexVec<OpenIndex, CompileState>,
    bytecode: IndexVec<BytecodeId, Rc<Bytecode>>,
    /// Slots in which the free names of each bytecode were last found. The next lookup usually finds them there again.
    pub(super) free_name_slots: IndexVec<BytecodeId, FreeNameSlots>,
    /// The slots of the bytecode that is running.
    pub(super) slots: Vec<Option<ValueId>>,
    /// Operands of lists and rows of bits that are being built, both here and in the resolver.
    pub(crate) scratch: Vec<ValueId>,
    /// Strings that running bytecode builds, the newest at the end.
    pub(super) strings: String,
    /// Whether the running bytecode computes final values of a record. False in loop bodies and in instance arguments,
    /// which the resolver does not treat as final either.
    pub(super) is_final: bool,
}

rewind_fields! {
    /// The running bytecode. Compiled bytecode is kept.
    pub(crate) struct MachinePoint for BytecodeMachine {
        slots: usize,
        scratch: usize,
        strings: usize,
        is_final: bool,
        ..mode, compile_states, bytecode, free_name_slots
    }
}

impl BytecodeMachine {
    /// Returns a machine with the same mode and without bytecode.
    pub(crate) fn renewed(&self) -> BytecodeMachine {
        BytecodeMachine::new(self.mode)
    }

    pub(crate) fn new(mode: CompileMode) -> BytecodeMachine {
        BytecodeMachine {
            mode,
            compile_states: IndexVec::new(),
            bytecode: IndexVec::new(),
            free_name_slots: IndexVec::new(),
            slots: Vec::new(),
            scratch: Vec::new(),
            strings: String::new(),
            is_final: false,
        }
    }

    /// Starts a loop body or instance arguments, whose values are not final. Returns the previous [`Self::is_final`],
    /// which the caller restores at the end. If the body fails, the enclosing run restores it.
    #[inline]
    pub(super) fn start_body(&mut self) -> bool {
        std::mem::replace(&mut self.is_final, false)
    }

    /// Returns the value's bytecode, if it can be compiled and compiling pays off.
    #[inline]
    pub(super) fn bytecode_of(
        &mut self,
        heap: &Heap,
        value: ValueId,
        is_repeated: bool,
    ) -> Option<Rc<Bytecode>> {
        let at_first_sight = match self.mode {
            CompileMode::Never => return None,
            CompileMode::Auto => is_repeated,
            CompileMode::Always => true,
        };
        let index = value.open_index();
        if index.index() >= self.compile_states.len() {
            let len = (index.index() + 1).next_power_of_two();
            self.compile_states.resize(len, CompileState::Unknown);
        }
        match self.compile_states[index] {
            CompileState::Compiled(id) => Some(Rc::clone(&self.bytecode[id])),
            CompileState::Resolve => None,
            // A single name is only looked up, so bytecode would not be faster.
            CompileState::Unknown
                if matches!(heap.store.values.open_parts(value), OpenParts::Var(_)) =>
            {
                self.compile_states[index] = CompileState::Resolve;
                None
            }
            CompileState::Unknown if !at_first_sight => {
                self.compile_states[index] = CompileState::Met(1);
                None
            }
            CompileState::Met(times) if !at_first_sight && times < COMPILE_AFTER => {
                self.compile_states[index] = CompileState::Met(times + 1);
                None
            }
            CompileState::Unknown | CompileState::Met(_) => {
                let id = self.bytecode.next_index();
                let Some(bytecode) = compile(heap, value, id).map(Rc::new) else {
                    self.compile_states[index] = CompileState::Resolve;
                    return None;
                };
                self.bytecode.push(Rc::clone(&bytecode));
                // The empty shape lacks fields, so it never matches a shape with cached slots.
                let slots = FreeNameSlots { shape: ShapeId::EMPTY, slots: SmallVec::new() };
                self.free_name_slots.push(slots);
                self.compile_states[index] = CompileState::Compiled(id);
                Some(bytecode)
            }
        }
    }
}
