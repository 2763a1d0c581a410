//! Tables of operations that an interpreter runs over a word, and the functions that they refer to.

mod emit;
mod encode;
mod model;
mod scope_encode;

pub(super) use emit::emit;
pub(super) use model::{Interpreter, InterpreterOptions};
