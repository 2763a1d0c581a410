//! File parts that several actions print.

mod comments;
mod macro_rows;
mod signatures;

pub(crate) use comments::{comment, emit_file_header, emit_rule};
pub(crate) use macro_rows::{emit_macro_rows, required_enum};
pub(crate) use signatures::{argument_list, parameter_list, parameter_list_with_code_loc};
