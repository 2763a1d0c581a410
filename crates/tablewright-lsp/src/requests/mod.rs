//! The answers, a file for each request.

pub(crate) mod call_hierarchy;
pub(crate) mod code_actions;
pub(crate) mod code_lenses;
pub(crate) mod commands;
pub(crate) mod completion;
pub(crate) mod custom;
pub(crate) mod definition;
pub(crate) mod diagnostics;
pub(crate) mod document_links;
pub(crate) mod document_symbols;
pub(crate) mod folding;
pub(crate) mod formatting;
pub(crate) mod highlight;
pub(crate) mod hover;
pub(crate) mod inlay_hints;
pub(crate) mod names;
pub(crate) mod operators;
pub(crate) mod records_at;
pub(crate) mod references;
pub(crate) mod rename;
pub(crate) mod selection_ranges;
pub(crate) mod semantic_tokens;
pub(crate) mod signature_help;
pub(crate) mod template_parameters;
pub(crate) mod type_hierarchy;
pub(crate) mod workspace_symbols;
