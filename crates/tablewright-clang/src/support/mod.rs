//! Code that several backends share. It does not contain actions.

pub(crate) mod ast_node_list;
pub(crate) mod ast_nodes;
pub(crate) mod ast_properties;
pub(crate) mod builtin_table;
pub(crate) mod c_space;
pub(crate) mod diagnostics;
pub(crate) mod field_values;
pub(crate) mod lookup_functions;
pub(crate) mod opencl_functions;
pub(crate) mod rows;
pub(crate) mod syntax_nodes;
pub(crate) mod texts;
