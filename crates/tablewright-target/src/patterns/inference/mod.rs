//! Type inference: narrowing the types of all values of a pattern until nothing changes.

pub(crate) mod apply;
mod apply_instruction;
pub(crate) mod context;
pub(crate) mod draft;
pub(crate) mod infer_types;
pub(crate) mod inference_steps;
pub(crate) mod stop;
