//! Operations: `--gen-op-decls`, `--gen-op-defs`.

mod accessors;
mod class;
mod complete_class;
mod constraint_functions;
mod format;
pub(crate) mod op_decls;
pub(crate) mod op_defs;
pub(crate) mod selection;

pub use format::unwritten_in_format;
