//! Clang's TableGen backends.
//!
//! In: a [`Job`](tablewright_backend::Job) with evaluated records. Out: text, which the job writes.
//! Each action has a module with its name, without `gen-`; `support` contains shared code. The
//! programs read files and command lines.
#![warn(missing_docs)]

mod attributes;
mod builtin_docs;
mod cir_lowering;
mod clang_basic_reader;
mod clang_basic_writer;
mod clang_builtin_templates;
mod clang_builtins;
mod clang_comment_command_info;
mod clang_comment_command_list;
mod clang_comment_html_named_character_references;
mod clang_comment_html_tags;
mod clang_comment_html_tags_properties;
mod clang_comment_nodes;
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
mod clang_stmt_nodes;
mod clang_syntax_node_classes;
mod clang_syntax_node_list;
mod clang_type_nodes;
mod clang_type_reader;
mod clang_type_writer;
mod diag_docs;
mod hlsl_intrinsics;
mod record_views;
mod support;
mod vector_intrinsics;

use std::sync::LazyLock;

use tablewright_backend::Backend;

pub use attributes::{ArgumentSummary, AttributeSummary};
pub use record_views::schemas as record_schemas;
pub use vector_intrinsics::{
    IntrinsicFamily, IntrinsicGuards, IntrinsicParameter, IntrinsicSummary,
};

/// Returns the `clang-tblgen` backends except for general backends, in the order of `--help`.
pub fn backends() -> &'static [&'static Backend] {
    static BACKENDS: LazyLock<Vec<&Backend>> = LazyLock::new(|| {
        let vector_intrinsics: Vec<&Backend> = vector_intrinsics::actions::ACTIONS.iter().collect();
        [BEFORE_VECTOR_INTRINSICS, &vector_intrinsics, AFTER_VECTOR_INTRINSICS].concat()
    });
    &BACKENDS
}

const BEFORE_VECTOR_INTRINSICS: &[&Backend] = &[
    &cir_lowering::BACKEND,
    &attributes::clang_attr_classes::BACKEND,
    &attributes::clang_attr_parser_string_switches::BACKEND,
    &attributes::clang_attr_subject_match_rules_parser_string_switches::BACKEND,
    &attributes::clang_attr_impl::BACKEND,
    &attributes::clang_attr_list::BACKEND,
    &attributes::clang_attr_doc_table::BACKEND,
    &attributes::clang_attr_subject_match_rule_list::BACKEND,
    &attributes::clang_attr_pch_read::BACKEND,
    &attributes::clang_attr_pch_write::BACKEND,
    &attributes::clang_regular_keyword_attr_info::BACKEND,
    &attributes::clang_attr_has_attribute_impl::BACKEND,
    &attributes::clang_attr_spelling_index::BACKEND,
    &attributes::clang_attr_ast_visitor::BACKEND,
    &attributes::clang_attr_template_instantiate::BACKEND,
    &attributes::clang_attr_parsed_attr_list::BACKEND,
    &attributes::clang_attr_parsed_attr_impl::BACKEND,
    &attributes::clang_attr_parsed_attr_kinds::BACKEND,
    &attributes::clang_attr_is_type_dependent::BACKEND,
    &attributes::clang_attr_text_node_dump::BACKEND,
    &attributes::clang_attr_node_traverse::BACKEND,
    &attributes::clang_attr_undocumented_list::BACKEND,
    &clang_builtins::BACKEND,
    &clang_builtin_templates::BACKEND,
    &clang_diags_compat_ids::BACKEND,
    &clang_diags_defs::BACKEND,
    &clang_diags_enums::BACKEND,
    &clang_diag_groups::BACKEND,
    &clang_diags_index_name::BACKEND,
    &clang_diags_stable_ids::BACKEND,
    &clang_diags_iface::BACKEND,
    &clang_basic_reader::BACKEND,
    &clang_basic_writer::BACKEND,
    &clang_comment_nodes::BACKEND,
    &clang_decl_nodes::BACKEND,
    &clang_stmt_nodes::BACKEND,
    &clang_type_nodes::BACKEND,
    &clang_type_reader::BACKEND,
    &clang_type_writer::BACKEND,
    &clang_opcodes::BACKEND,
    &clang_sa_checkers::BACKEND,
    &clang_syntax_node_list::BACKEND,
    &clang_syntax_node_classes::BACKEND,
    &clang_comment_html_tags::BACKEND,
    &clang_comment_html_tags_properties::BACKEND,
    &clang_comment_html_named_character_references::BACKEND,
    &clang_comment_command_info::BACKEND,
    &clang_comment_command_list::BACKEND,
    &clang_opencl_builtins::BACKEND,
    &clang_opencl_builtin_header::BACKEND,
    &clang_opencl_builtin_tests::BACKEND,
    &attributes::cxx11_attribute_info::BACKEND,
    &attributes::attribute_spelling_list::BACKEND,
];

const AFTER_VECTOR_INTRINSICS: &[&Backend] = &[
    &hlsl_intrinsics::ALIAS_BACKEND,
    &hlsl_intrinsics::INLINE_BACKEND,
    &attributes::attr_docs::BACKEND,
    &builtin_docs::BACKEND,
    &diag_docs::BACKEND,
    &clang_data_collectors::BACKEND,
    &attributes::clang_test_pragma_attribute_supported_attributes::BACKEND,
];
