//! Tables of operations that an interpreter runs over a word, and the functions that they refer to.

mod decoders;
mod emit;
mod encode;
mod model;
mod table;

pub(super) use emit::emit;
pub(super) use model::Interpreter;
