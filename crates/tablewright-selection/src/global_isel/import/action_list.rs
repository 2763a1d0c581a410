//! Rule actions under construction.
//!
//! The action that builds an instruction comes after the actions for its operands, but is known first. So actions are
//! inserted before other actions, and their ids stay valid.

use tablewright_index::{IndexVec, define_index};
use tablewright_target::instructions::InstructionId;

use crate::global_isel::NewInsnId;
use crate::global_isel::action::{Action, BuildInstruction};

define_index! {
    /// An action, or the end of the list.
    pub(super) struct ActionId;
}

#[derive(Debug)]
struct ActionListEntry {
    /// None for the end of the list.
    action: Option<Action>,
    previous: ActionId,
    next: ActionId,
}

/// An action list with insertion.
#[derive(Debug)]
pub(super) struct ActionList {
    entries: IndexVec<ActionId, ActionListEntry>,
}

/// An instruction with constrained registers, and the action before which the constraints are inserted.
#[derive(Clone, Copy)]
pub(super) struct Placed {
    pub(super) before: ActionId,
    pub(super) insn: NewInsnId,
}

impl ActionList {
    /// The list end, before which actions are added. The first action follows it.
    pub(super) const END: ActionId = ActionId::from_index(0);

    pub(super) fn new() -> ActionList {
        let end = ActionListEntry { action: None, previous: Self::END, next: Self::END };
        ActionList { entries: IndexVec::from_raw(vec![end]) }
    }

    /// Inserts an action before another action.
    pub(super) fn insert(&mut self, before: ActionId, action: Action) -> ActionId {
        let previous = self.entries[before].previous;
        let id =
            self.entries.push(ActionListEntry { action: Some(action), previous, next: before });
        self.entries[previous].next = id;
        self.entries[before].previous = id;
        id
    }

    /// Adds an action at the end.
    pub(super) fn add(&mut self, action: Action) -> ActionId {
        self.insert(Self::END, action)
    }

    /// Returns the action before another action.
    pub(super) fn previous(&self, id: ActionId) -> ActionId {
        self.entries[id].previous
    }

    /// Returns the instruction that an action builds.
    pub(super) fn build_mut(&mut self, id: ActionId) -> &mut BuildInstruction {
        match &mut self.entries[id].action {
            Some(Action::Build(build)) => build,
            _ => unreachable!("only ids of instructions are given to whoever fills them in"),
        }
    }

    /// Returns the opcode of the instruction that an action builds.
    pub(super) fn opcode(&mut self, id: ActionId) -> InstructionId {
        self.build_mut(id).opcode
    }

    /// Returns the actions in order.
    pub(super) fn into_actions(mut self) -> Vec<Action> {
        let mut actions = Vec::with_capacity(self.entries.len() - 1);
        let mut at = self.entries[Self::END].next;
        while at != Self::END {
            actions.extend(self.entries[at].action.take());
            at = self.entries[at].next;
        }
        actions
    }
}
