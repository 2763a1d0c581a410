//! Actions for `Attr.td`, Clang's attributes.
//!
//! Each action has a module with its name. All actions read attributes through `model`. Printers
//! match on the kind of an argument and write its C++ with a `template`.

pub(crate) mod attr_docs;
pub(crate) mod attribute_spelling_list;
pub(crate) mod clang_attr_ast_visitor;
pub(crate) mod clang_attr_classes;
pub(crate) mod clang_attr_doc_table;
pub(crate) mod clang_attr_has_attribute_impl;
pub(crate) mod clang_attr_impl;
pub(crate) mod clang_attr_is_type_dependent;
pub(crate) mod clang_attr_list;
pub(crate) mod clang_attr_node_traverse;
pub(crate) mod clang_attr_parsed_attr_impl;
pub(crate) mod clang_attr_parsed_attr_kinds;
pub(crate) mod clang_attr_parsed_attr_list;
pub(crate) mod clang_attr_parser_string_switches;
pub(crate) mod clang_attr_pch_read;
pub(crate) mod clang_attr_pch_write;
pub(crate) mod clang_attr_spelling_index;
pub(crate) mod clang_attr_subject_match_rule_list;
pub(crate) mod clang_attr_subject_match_rules_parser_string_switches;
pub(crate) mod clang_attr_template_instantiate;
pub(crate) mod clang_attr_text_node_dump;
pub(crate) mod clang_attr_undocumented_list;
pub(crate) mod clang_regular_keyword_attr_info;
pub(crate) mod clang_test_pragma_attribute_supported_attributes;
pub(crate) mod cxx11_attribute_info;
mod model;
mod node;
mod signature;
mod summary;
mod template;
#[cfg(test)]
mod tests;

pub use summary::{ArgumentSummary, AttributeSummary};
