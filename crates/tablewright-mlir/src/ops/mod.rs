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
pub(crate) use format::{
    AttributeSyntax, elided_anchor, is_keyword, is_symbol_name, is_unit_clause, type_builder,
};
