//! Clang's TableGen backends.
//!
//! In: a [`Job`](tablewright_backend::Job) with evaluated records. Out: text, which the job writes.
//! Each action is a row in `actions`. Most actions have a module with their name, without `gen-`;
//! `support` contains shared code. The programs read files and command lines.
#![warn(missing_docs)]

mod actions;
mod attributes;
mod builtin_docs;
pub mod checker_list;
mod cir_lowering;
mod clang_builtin_templates;
mod clang_builtin_traits;
mod clang_builtins;
mod clang_comment_command_info;
mod clang_comment_command_list;
mod clang_comment_html_named_character_references;
mod clang_comment_html_tags;
mod clang_comment_html_tags_properties;
mod clang_data_collectors;
mod clang_decl_nodes;
mod clang_diag_groups;
mod clang_diags_compat_ids;
mod clang_diags_defs;
mod clang_diags_enums;
mod clang_diags_iface;
mod clang_diags_index_name;
mod clang_diags_stable_ids;
mod clang_opcodes;
mod clang_opencl_builtin_header;
mod clang_opencl_builtin_tests;
mod clang_opencl_builtins;
mod clang_sa_checkers;
mod clang_syntax_node_classes;
mod clang_syntax_node_list;
mod clang_type_nodes;
mod diag_docs;
mod hlsl_intrinsics;
mod record_views;
mod support;
#[cfg(test)]
mod test_support;
mod vector_intrinsics;

use tablewright_backend::Backend;

pub use attributes::{ArgumentSummary, AttributeSummary};
pub use record_views::schemas as record_schemas;
pub use vector_intrinsics::{
    IntrinsicFamily, IntrinsicGuards, IntrinsicParameter, IntrinsicSummary,
};

/// Returns the `clang-tblgen` backends except for general backends, in the order of `--help`.
pub fn backends() -> &'static [&'static Backend] {
    actions::ACTIONS
}
