//! Marks of the state of evaluation, to return to after an error.
//!
//! An error gives up the statement or field that it is in, from the middle of whatever was going on.
//! So each part of the [`Evaluator`](super::Evaluator) says how it gets back to where it was before.

/// A part of the state of evaluation that can return to an earlier state.
pub(crate) trait Checkpoint {
    /// What has to be known of a state to return to it.
    type Mark;

    fn mark(&self) -> Self::Mark;

    /// Returns to the state in which `mark` was made. What was begun since is dropped.
    fn roll_back(&mut self, mark: Self::Mark);
}

/// A part of the state in which there is nothing to undo: whatever was added to it stays true.
pub(crate) trait Permanent {}

/// The mark of such a part.
pub(crate) struct NothingToUndo;

impl<T: Permanent> Checkpoint for T {
    type Mark = NothingToUndo;

    fn mark(&self) -> NothingToUndo {
        NothingToUndo
    }

    fn roll_back(&mut self, NothingToUndo: NothingToUndo) {}
}
