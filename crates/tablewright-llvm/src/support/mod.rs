//! Modules shared by several LLVM backends. They are not actions themselves.

pub(crate) mod asm_writer_number;
pub(crate) mod condition;
pub(crate) mod directive_associations;
pub(crate) mod directive_switch;
pub(crate) mod directives;
pub(crate) mod feature_bits;
pub(crate) mod feature_expr;
pub(crate) mod feature_set;
pub(crate) mod function_signatures;
pub(crate) mod match_table;
pub(crate) mod mc_inst_predicate;
pub(crate) mod packed_sequences;
pub(crate) mod qualified_name;
pub(crate) mod register_by_hw_mode;
pub(crate) mod table_size;
pub(crate) mod unsigned_width;
pub(crate) mod x86_instructions;
