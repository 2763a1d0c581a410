//! The backends of MLIR.
//!
//! In comes a [`Job`](tablewright_backend::Job) with finished records; out goes text, to the writer that the
//! job holds. What descriptions say of passes, enums, dialects and so on is in [`model`], as data that no
//! language of outputs shows in. Each action has a module of its name, without `gen-`; what several of them use is
//! in `support`. Reading files and the command line are left to the programs.

mod attr_or_type_defs;
mod dialects;
mod docs;
mod enums;
mod interfaces;
pub mod model;
mod ops;
mod pass_capi;
mod pass_decls;
mod pass_doc;
mod python_op_bindings;
mod record_views;
mod support;

use tablewright_backend::Backend;

pub use record_views::schemas as record_schemas;

/// The backends of `mlir-tblgen` besides the general ones.
pub fn backends() -> &'static [&'static Backend] {
    static BACKENDS: &[&Backend] = &[
        &attr_or_type_defs::attrdef::DECLS_BACKEND,
        &attr_or_type_defs::attrdef::DEFS_BACKEND,
        &attr_or_type_defs::typedef::DECLS_BACKEND,
        &attr_or_type_defs::typedef::DEFS_BACKEND,
        &dialects::dialect_decls::BACKEND,
        &dialects::dialect_defs::BACKEND,
        &docs::attrdef_doc::BACKEND,
        &docs::dialect_doc::BACKEND,
        &docs::op_doc::BACKEND,
        &docs::typedef_doc::BACKEND,
        &enums::enum_decls::BACKEND,
        &enums::enum_defs::BACKEND,
        &enums::enum_doc::BACKEND,
        &enums::python_enum_bindings::BACKEND,
        &interfaces::attr_interface::DECLS_BACKEND,
        &interfaces::attr_interface::DEFS_BACKEND,
        &interfaces::attr_interface::DOCS_BACKEND,
        &interfaces::dialect_interface_decls::BACKEND,
        &interfaces::op_interface::DECLS_BACKEND,
        &interfaces::op_interface::DEFS_BACKEND,
        &interfaces::op_interface::DOCS_BACKEND,
        &interfaces::type_interface::DECLS_BACKEND,
        &interfaces::type_interface::DEFS_BACKEND,
        &interfaces::type_interface::DOCS_BACKEND,
        &ops::op_decls::BACKEND,
        &ops::op_defs::BACKEND,
        &pass_capi::HEADER_BACKEND,
        &pass_capi::IMPL_BACKEND,
        &pass_decls::BACKEND,
        &pass_doc::BACKEND,
        &python_op_bindings::BACKEND,
    ];
    BACKENDS
}
