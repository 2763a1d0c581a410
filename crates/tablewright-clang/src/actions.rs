//! The actions of `clang-tblgen` except for general actions, a row each.

use tablewright_backend::Backend;

use crate::attributes;
use crate::hlsl_intrinsics::{
    self,
    FunctionForm::{Alias, Inline},
};
use crate::support::ast_properties::Direction::{Read, Write};
use crate::support::{ast_node_list, ast_properties};
use crate::vector_intrinsics::IntrinsicFamily::{Cde, Mve, Sme, Sve};
use crate::vector_intrinsics::{mve, neon, riscv_vector, sve};
use crate::{
    builtin_docs, cir_lowering, clang_builtin_templates, clang_builtin_traits, clang_builtins,
    clang_comment_command_info, clang_comment_command_list,
    clang_comment_html_named_character_references, clang_comment_html_tags,
    clang_comment_html_tags_properties, clang_data_collectors, clang_decl_nodes, clang_diag_groups,
    clang_diags_compat_ids, clang_diags_defs, clang_diags_enums, clang_diags_iface,
    clang_diags_index_name, clang_diags_stable_ids, clang_opcodes, clang_opencl_builtin_header,
    clang_opencl_builtin_tests, clang_opencl_builtins, clang_sa_checkers,
    clang_syntax_node_classes, clang_syntax_node_list, clang_type_nodes, diag_docs,
};

/// Creates a [`Backend`] from each row: action name, help, options if there are any, and the
/// function that writes the file, with its additional argument.
macro_rules! actions {
    ($($name:literal, $help:literal $(, $options:path)?
       => $($function:ident)::+ ($($argument:expr)?);)+) => {
        &[$(&Backend {
            name: $name,
            help: $help,
            options: &[$($options)?],
            run: |job| $($function)::+(job $(, $argument)?),
        }),+]
    };
}

/// In the order of `--help`.
#[rustfmt::skip]
pub(crate) static ACTIONS: &[&Backend] = actions! {
    "gen-cir-lowering", "Generate CIR operation lowering patterns" => cir_lowering::run();
    "gen-clang-attr-classes", "Generate clang attribute clases"
        => attributes::clang_attr_classes::run();
    "gen-clang-attr-parser-string-switches", "Generate all parser-related attribute string switches"
        => attributes::clang_attr_parser_string_switches::run();
    "gen-clang-attr-subject-match-rules-parser-string-switches",
        "Generate all parser-related attribute subject match rulestring switches"
        => attributes::clang_attr_subject_match_rules_parser_string_switches::run();
    "gen-clang-attr-impl", "Generate clang attribute implementations"
        => attributes::clang_attr_impl::run();
    "gen-clang-attr-list", "Generate a clang attribute list" => attributes::clang_attr_list::run();
    "gen-clang-attr-doc-table", "Generate a table of attribute documentation"
        => attributes::clang_attr_doc_table::run();
    "gen-clang-attr-subject-match-rule-list", "Generate a clang attribute subject match rule list"
        => attributes::clang_attr_subject_match_rule_list::run();
    "gen-clang-attr-pch-read", "Generate clang PCH attribute reader"
        => attributes::clang_attr_pch_read::run();
    "gen-clang-attr-pch-write", "Generate clang PCH attribute writer"
        => attributes::clang_attr_pch_write::run();
    "gen-clang-regular-keyword-attr-info",
        "Generate a list of regular keyword attributes with info about their arguments"
        => attributes::clang_regular_keyword_attr_info::run();
    "gen-clang-attr-has-attribute-impl", "Generate a clang attribute spelling list"
        => attributes::clang_attr_has_attribute_impl::run();
    "gen-clang-attr-spelling-index", "Generate a clang attribute spelling index"
        => attributes::clang_attr_spelling_index::run();
    "gen-clang-attr-ast-visitor", "Generate a recursive AST visitor for clang attributes"
        => attributes::clang_attr_ast_visitor::run();
    "gen-clang-attr-template-instantiate", "Generate a clang template instantiate code"
        => attributes::clang_attr_template_instantiate::run();
    "gen-clang-attr-parsed-attr-list", "Generate a clang parsed attribute list"
        => attributes::clang_attr_parsed_attr_list::run();
    "gen-clang-attr-parsed-attr-impl", "Generate the clang parsed attribute helpers"
        => attributes::clang_attr_parsed_attr_impl::run();
    "gen-clang-attr-parsed-attr-kinds", "Generate a clang parsed attribute kinds"
        => attributes::clang_attr_parsed_attr_kinds::run();
    "gen-clang-attr-is-type-dependent", "Generate clang is type dependent attribute code"
        => attributes::clang_attr_is_type_dependent::run();
    "gen-clang-attr-text-node-dump", "Generate clang attribute text node dumper"
        => attributes::clang_attr_text_node_dump::run();
    "gen-clang-attr-node-traverse", "Generate clang attribute traverser"
        => attributes::clang_attr_node_traverse::run();
    "gen-clang-attr-undocumented-list", "Generate a list of undocumented attributes"
        => attributes::clang_attr_undocumented_list::run();
    "gen-clang-builtins", "Generate clang builtins list" => clang_builtins::run();
    "gen-clang-builtin-templates", "Generate clang builtins list" => clang_builtin_templates::run();
    "gen-clang-diags-compat-ids", "Generate Clang diagnostic compatibility ids"
        => clang_diags_compat_ids::run();
    "gen-clang-diags-defs", "Generate Clang diagnostics definitions", clang_diags_defs::OPTIONS
        => clang_diags_defs::run();
    "gen-clang-diags-enums", "Generate Clang diagnostic enums for selects"
        => clang_diags_enums::run();
    "gen-clang-diag-groups", "Generate Clang diagnostic groups" => clang_diag_groups::run();
    "gen-clang-diags-index-name", "Generate Clang diagnostic name index"
        => clang_diags_index_name::run();
    "gen-clang-diags-stable-ids", "Generate Clang diagnostic stable IDs"
        => clang_diags_stable_ids::run();
    "gen-clang-diags-iface", "Generate Clang diagnostic interface headers"
        => clang_diags_iface::run();
    "gen-clang-basic-reader", "Generate Clang BasicReader classes"
        => ast_properties::basic_file::run(Read);
    "gen-clang-basic-writer", "Generate Clang BasicWriter classes"
        => ast_properties::basic_file::run(Write);
    "gen-clang-comment-nodes", "Generate Clang AST comment nodes"
        => ast_node_list::run(&ast_node_list::COMMENTS);
    "gen-clang-decl-nodes", "Generate Clang AST declaration nodes" => clang_decl_nodes::run();
    "gen-clang-stmt-nodes", "Generate Clang AST statement nodes"
        => ast_node_list::run(&ast_node_list::STATEMENTS);
    "gen-clang-type-nodes", "Generate Clang AST type nodes" => clang_type_nodes::run();
    "gen-clang-type-reader", "Generate Clang AbstractTypeReader class"
        => ast_properties::types_file::run(Read);
    "gen-clang-type-writer", "Generate Clang AbstractTypeWriter class"
        => ast_properties::types_file::run(Write);
    "gen-clang-opcodes", "Generate Clang constexpr interpreter opcodes" => clang_opcodes::run();
    "gen-clang-sa-checkers", "Generate Clang Static Analyzer checkers" => clang_sa_checkers::run();
    "gen-clang-syntax-node-list", "Generate list of Clang Syntax Tree node types"
        => clang_syntax_node_list::run();
    "gen-clang-syntax-node-classes", "Generate definitions of Clang Syntax Tree node clasess"
        => clang_syntax_node_classes::run();
    "gen-clang-comment-html-tags",
        "Generate efficient matchers for HTML tag names that are used in documentation comments"
        => clang_comment_html_tags::run();
    "gen-clang-comment-html-tags-properties", "Generate efficient matchers for HTML tag properties"
        => clang_comment_html_tags_properties::run();
    "gen-clang-comment-html-named-character-references",
        "Generate function to translate named character references to UTF-8 sequences"
        => clang_comment_html_named_character_references::run();
    "gen-clang-comment-command-info",
        "Generate command properties for commands that are used in documentation comments"
        => clang_comment_command_info::run();
    "gen-clang-comment-command-list",
        "Generate list of commands that are used in documentation comments"
        => clang_comment_command_list::run();
    "gen-clang-opencl-builtins", "Generate OpenCL builtin declaration handlers"
        => clang_opencl_builtins::run();
    "gen-clang-opencl-builtin-header", "Generate OpenCL builtin header"
        => clang_opencl_builtin_header::run();
    "gen-clang-opencl-builtin-tests", "Generate OpenCL builtin declaration tests"
        => clang_opencl_builtin_tests::run();
    "gen-cxx11-attribute-info", "Generate CXX11 attributes info"
        => attributes::cxx11_attribute_info::run();
    "gen-attribute-spelling-list", "Generate attribute spelling list"
        => attributes::attribute_spelling_list::run();
    "gen-arm-neon", "Generate arm_neon.h for clang" => neon::header::run(&neon::header::ARM_NEON);
    "gen-arm-fp16", "Generate arm_fp16.h for clang" => neon::header::run(&neon::header::ARM_FP16);
    "gen-arm-bf16", "Generate arm_bf16.h for clang" => neon::header::run(&neon::header::ARM_BF16);
    "gen-arm-vector-type", "Generate arm_vector_types.h for clang"
        => neon::header::run(&neon::header::ARM_VECTOR_TYPES);
    "gen-arm-neon-sema", "Generate ARM NEON sema support for clang" => neon::sema_file::run();
    "gen-arm-neon-test", "Generate ARM NEON tests for clang" => neon::test_file::run();
    "gen-arm-immcheck-types",
        "Generate arm_immcheck_types.inc (immediate range check types) for clang"
        => sve::type_flags_file::run_immediate_checks();
    "gen-arm-sve-header", "Generate arm_sve.h for clang" => sve::header::run(Sve);
    "gen-arm-sve-builtins", "Generate arm_sve_builtins.inc for clang"
        => sve::builtins_file::run(Sve);
    "gen-arm-sve-builtins-json", "Generate arm_sve_buitins.json" => sve::json_file::run();
    "gen-arm-sve-builtin-codegen", "Generate arm_sve_builtin_cg_map.inc for clang"
        => sve::codegen_file::run(Sve);
    "gen-arm-sve-typeflags", "Generate arm_sve_typeflags.inc for clang"
        => sve::type_flags_file::run();
    "gen-arm-sve-sema-rangechecks", "Generate arm_sve_sema_rangechecks.inc for clang"
        => sve::range_checks_file::run(Sve);
    "gen-arm-sve-streaming-attrs", "Generate arm_sve_streaming_attrs.inc for clang"
        => sve::streaming_attrs_file::run(Sve);
    "gen-arm-sme-header", "Generate arm_sme.h for clang" => sve::header::run(Sme);
    "gen-arm-sme-builtins", "Generate arm_sme_builtins.inc for clang"
        => sve::builtins_file::run(Sme);
    "gen-arm-sme-builtins-json", "Generate arm_sme_buitins.json" => sve::json_file::run();
    "gen-arm-sme-builtin-codegen", "Generate arm_sme_builtin_cg_map.inc for clang"
        => sve::codegen_file::run(Sme);
    "gen-arm-sme-sema-rangechecks", "Generate arm_sme_sema_rangechecks.inc for clang"
        => sve::range_checks_file::run(Sme);
    "gen-arm-sme-streaming-attrs", "Generate arm_sme_streaming_attrs.inc for clang"
        => sve::streaming_attrs_file::run(Sme);
    "gen-arm-sme-builtin-za-state", "Generate arm_sme_builtins_za_state.inc for clang"
        => sve::za_state_file::run();
    "gen-arm-mve-header", "Generate arm_mve.h for clang" => mve::header::run(Mve);
    "gen-arm-mve-builtin-def", "Generate ARM MVE builtin definitions for clang"
        => mve::builtin_def_file::run(Mve);
    "gen-arm-mve-builtin-sema", "Generate ARM MVE builtin sema checks for clang"
        => mve::sema_file::run(Mve);
    "gen-arm-mve-builtin-codegen", "Generate ARM MVE builtin code-generator for clang"
        => mve::codegen_file::run(Mve);
    "gen-arm-mve-builtin-aliases", "Generate list of valid ARM MVE builtin aliases for clang"
        => mve::aliases_file::run(Mve);
    "gen-arm-cde-header", "Generate arm_cde.h for clang" => mve::header::run(Cde);
    "gen-arm-cde-builtin-def", "Generate ARM CDE builtin definitions for clang"
        => mve::builtin_def_file::run(Cde);
    "gen-arm-cde-builtin-sema", "Generate ARM CDE builtin sema checks for clang"
        => mve::sema_file::run(Cde);
    "gen-arm-cde-builtin-codegen", "Generate ARM CDE builtin code-generator for clang"
        => mve::codegen_file::run(Cde);
    "gen-arm-cde-builtin-aliases", "Generate list of valid ARM CDE builtin aliases for clang"
        => mve::aliases_file::run(Cde);
    "gen-riscv-vector-header", "Generate riscv_vector.h for clang" => riscv_vector::header::run();
    "gen-riscv-vector-builtins", "Generate riscv_vector_builtins.inc for clang"
        => riscv_vector::builtins_file::run();
    "gen-riscv-vector-builtin-codegen", "Generate riscv_vector_builtin_cg.inc for clang"
        => riscv_vector::codegen_file::run();
    "gen-riscv-vector-builtin-sema", "Generate riscv_vector_builtin_sema.inc for clang"
        => riscv_vector::sema_file::run();
    "gen-riscv-sifive-vector-builtins", "Generate riscv_sifive_vector_builtins.inc for clang"
        => riscv_vector::builtins_file::run();
    "gen-riscv-sifive-vector-builtin-codegen",
        "Generate riscv_sifive_vector_builtin_cg.inc for clang"
        => riscv_vector::codegen_file::run();
    "gen-riscv-sifive-vector-builtin-sema",
        "Generate riscv_sifive_vector_builtin_sema.inc for clang" => riscv_vector::sema_file::run();
    "gen-riscv-andes-vector-builtins", "Generate riscv_andes_vector_builtins.inc for clang"
        => riscv_vector::builtins_file::run();
    "gen-riscv-andes-vector-builtin-codegen", "Generate riscv_andes_vector_builtin_cg.inc for clang"
        => riscv_vector::codegen_file::run();
    "gen-riscv-andes-vector-builtin-sema", "Generate riscv_andes_vector_builtin_sema.inc for clang"
        => riscv_vector::sema_file::run();
    "gen-hlsl-alias-intrinsics",
        "Generate HLSL alias intrinsic overloads for hlsl_alias_intrinsics.h"
        => hlsl_intrinsics::run(Alias);
    "gen-hlsl-inline-intrinsics", "Generate HLSL inline intrinsic overloads for hlsl_intrinsics.h"
        => hlsl_intrinsics::run(Inline);
    "gen-attr-docs", "Generate attribute documentation" => attributes::attr_docs::run();
    "gen-builtin-docs", "Generate builtin documentation" => builtin_docs::run();
    "gen-diag-docs", "Generate diagnostic documentation" => diag_docs::run();
    "gen-clang-data-collectors", "Generate data collectors for AST nodes"
        => clang_data_collectors::run();
    "gen-clang-test-pragma-attribute-supported-attributes",
        "Generate a list of attributes supported by #pragma clang attribute for testing purposes"
        => attributes::clang_test_pragma_attribute_supported_attributes::run();
    "gen-clang-builtin-traits", "Generate BuiltinTraits.inc for clang" => clang_builtin_traits::run();
};
