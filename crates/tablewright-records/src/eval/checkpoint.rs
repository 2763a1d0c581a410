//! Checkpoints: marks of the evaluation state to which an error returns.
//!
//! An error gives up the statement or field that contains it, at any point of its evaluation. So each part of the
//! [`Evaluator`](super::Evaluator) defines how it returns to an earlier state.

/// A part of the evaluation state that can return to an earlier state.
pub(crate) trait Checkpoint {
    /// The data needed to return to a state.
    type Mark;

    fn mark(&self) -> Self::Mark;

    /// Returns to the state at `mark`, and drops all work that started later.
    fn roll_back(&mut self, mark: Self::Mark);
}

/// A part of the state that is never undone: additions to it stay valid.
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
