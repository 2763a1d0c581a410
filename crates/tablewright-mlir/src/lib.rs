//! MLIR backends.
//!
//! In: a [`Job`](tablewright_backend::Job) with finished records. Out: text, to the job's writer. [`model`] holds
//! passes, enums, dialects and other entities as data, independent of output languages. Each action has a module named
//! after it, without `gen-`; shared parts are in `support`. [`irdl`], [`rust_wrappers`], [`python_stubs`] and [`grammar`]
//! print a dialect for other languages, beyond the actions in `mlir-tblgen`. The programs read files and the command line.
#![warn(missing_docs)]

mod attr_or_type_defs;
mod availability;
mod bytecode;
mod constraints;
mod deprecation;
mod dialect_irdl_defs;
mod dialects;
mod directive_decl;
mod docs;
mod enums;
pub mod grammar;
mod interfaces;
pub mod irdl;
mod llvm_ir;
pub mod model;
mod omission;
mod openmp;
mod ops;
mod pass_capi;
mod pass_decls;
mod pass_doc;
mod python_op_bindings;
pub mod python_stubs;
mod record_check;
mod record_views;
mod rewriters;
pub mod rust_wrappers;
mod spirv;
mod support;
#[cfg(test)]
mod test_support;

use tablewright_backend::{Backend, RecordCheck};

pub use docs::{dialect_page, operation_section};
pub use omission::Omission;
pub use ops::unwritten_in_format;
pub use record_views::schemas as record_schemas;

/// Runs the `mlir-tblgen` check before an action: whether outputs for the release are supported, and whether deprecated
/// definitions are used.
pub fn record_check() -> &'static RecordCheck {
    &record_check::CHECK
}

/// Returns the `tblgen-to-irdl` backends, except the general backends.
pub fn backends_of_irdl() -> &'static [&'static Backend] {
    static BACKENDS: &[&Backend] = &[&dialect_irdl_defs::BACKEND];
    BACKENDS
}

/// Returns the `mlir-tblgen` backends, except the general backends.
pub fn backends() -> &'static [&'static Backend] {
    static BACKENDS: &[&Backend] = &[
        &attr_or_type_defs::attrdef::DECLS_BACKEND,
        &attr_or_type_defs::attrdef::DEFS_BACKEND,
        &attr_or_type_defs::typedef::DECLS_BACKEND,
        &attr_or_type_defs::typedef::DEFS_BACKEND,
        &availability::avail_interface_decls::BACKEND,
        &availability::avail_interface_defs::BACKEND,
        &availability::spirv_avail_impls::BACKEND,
        &availability::spirv_enum_avail_decls::BACKEND,
        &availability::spirv_enum_avail_defs::BACKEND,
        &availability::tosa_avail_impls::BACKEND,
        &bytecode::BACKEND,
        &constraints::attr_constraint::DECLS_BACKEND,
        &constraints::attr_constraint::DEFS_BACKEND,
        &constraints::type_constraint::DECLS_BACKEND,
        &constraints::type_constraint::DEFS_BACKEND,
        &dialects::dialect_decls::BACKEND,
        &dialects::dialect_defs::BACKEND,
        &directive_decl::BACKEND,
        &docs::attrdef_doc::BACKEND,
        &docs::dialect_doc::BACKEND,
        &docs::op_doc::BACKEND,
        &docs::typedef_doc::BACKEND,
        &enums::enum_decls::BACKEND,
        &enums::enum_defs::BACKEND,
        &docs::enum_doc::BACKEND,
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
        &llvm_ir::convertible_llvmir_intrinsics::BACKEND,
        &llvm_ir::enum_from_llvmir_conversions::BACKEND,
        &llvm_ir::enum_to_llvmir_conversions::BACKEND,
        &llvm_ir::intr_from_llvmir_conversions::BACKEND,
        &llvm_ir::llvmir_conversions::BACKEND,
        &llvm_ir::llvmir_intrinsics::BACKEND,
        &llvm_ir::op_from_llvmir_conversions::BACKEND,
        &openmp::openmp_clause_ops::BACKEND,
        &openmp::verify_openmp_ops::BACKEND,
        &ops::op_decls::BACKEND,
        &ops::op_defs::BACKEND,
        &pass_capi::HEADER_BACKEND,
        &pass_capi::IMPL_BACKEND,
        &pass_decls::BACKEND,
        &pass_doc::BACKEND,
        &python_op_bindings::BACKEND,
        &rewriters::BACKEND,
        &spirv::spirv_attr_utils::BACKEND,
        &spirv::spirv_capability_implication::BACKEND,
        &spirv::spirv_serialization::BACKEND,
    ];
    BACKENDS
}
