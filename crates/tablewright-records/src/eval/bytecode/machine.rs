//! The machine that runs bytecode: its stacks, and the bytecode there is.

use std::rc::Rc;

use tablewright_index::{Idx, IndexVec};

use super::compile::compile;
use super::{Bytecode, BytecodeId};
use crate::eval::checkpoint::Checkpoint;
use crate::value::{OpenIndex, OpenParts, ValueId, Values};

/// How often a value is resolved before it is compiled: many are met but a few times.
const COMPILE_AFTER: u8 = 4;

/// What is known of how to compute a value.
#[derive(Clone, Copy, Default)]
enum CompileState {
    /// It was not asked for before.
    #[default]
    Unknown,
    /// It was asked for so many times.
    Met(u8),
    /// It can only be resolved.
    Resolve,
    Compiled(BytecodeId),
}

#[derive(Default)]
pub(crate) struct Machine {
    /// How open values are computed.
    compile_states: IndexVec<OpenIndex, CompileState>,
    bytecode: IndexVec<BytecodeId, Rc<Bytecode>>,
    /// The slots of the bytecode that is running.
    pub(super) slots: Vec<Option<ValueId>>,
    /// The operands of lists and rows of bits that are being put together, here and where values are
    /// resolved.
    pub(crate) scratch: Vec<ValueId>,
    /// Strings that running bytecode puts together, the one begun last at the end.
    pub(super) strings: String,
    /// Whether what runs at present gives a record its final values: not so in bodies of loops and in
    /// arguments of instances, which the resolver does not take for final either.
    pub(super) is_final: bool,
}

pub(crate) struct MachineMark {
    slots: usize,
    scratch: usize,
    strings: usize,
    is_final: bool,
}

impl Checkpoint for Machine {
    type Mark = MachineMark;

    fn mark(&self) -> MachineMark {
        let Machine {
            slots,
            scratch,
            strings,
            is_final,
            // What was compiled stays so.
            compile_states: _,
            bytecode: _,
        } = self;
        MachineMark {
            slots: slots.len(),
            scratch: scratch.len(),
            strings: strings.len(),
            is_final: *is_final,
        }
    }

    fn roll_back(&mut self, mark: MachineMark) {
        self.slots.truncate(mark.slots);
        self.scratch.truncate(mark.scratch);
        self.strings.truncate(mark.strings);
        self.is_final = mark.is_final;
    }
}

impl Machine {
    /// Starts what gives no final values: the body of a loop, or arguments of an instance. Gives
    /// [`Self::is_final`] as it was, to be put back at the end. Where it does not come to its end,
    /// the run that it is part of puts it back.
    #[inline]
    pub(super) fn start_body(&mut self) -> bool {
        std::mem::replace(&mut self.is_final, false)
    }

    /// The bytecode of a value, if it can have such and that pays.
    #[inline]
    pub(super) fn bytecode_of(
        &mut self,
        values: &Values,
        value: ValueId,
        is_repeated: bool,
    ) -> Option<Rc<Bytecode>> {
        let index = value.open_index();
        if index.index() >= self.compile_states.len() {
            let len = (index.index() + 1).next_power_of_two();
            self.compile_states.resize(len, CompileState::Unknown);
        }
        match self.compile_states[index] {
            CompileState::Compiled(id) => Some(Rc::clone(&self.bytecode[id])),
            CompileState::Resolve => None,
            CompileState::Unknown if !is_repeated => {
                // Names are looked up as they are.
                let is_name = matches!(values.open_parts(value), OpenParts::Var(_));
                self.compile_states[index] =
                    if is_name { CompileState::Resolve } else { CompileState::Met(1) };
                None
            }
            CompileState::Met(times) if !is_repeated && times < COMPILE_AFTER => {
                self.compile_states[index] = CompileState::Met(times + 1);
                None
            }
            CompileState::Unknown | CompileState::Met(_) => {
                let Some(bytecode) = compile(values, value).map(Rc::new) else {
                    self.compile_states[index] = CompileState::Resolve;
                    return None;
                };
                let id = self.bytecode.push(Rc::clone(&bytecode));
                self.compile_states[index] = CompileState::Compiled(id);
                Some(bytecode)
            }
        }
    }
}
