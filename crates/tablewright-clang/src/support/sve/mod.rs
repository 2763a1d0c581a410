//! The intrinsics of SVE and SME.
//!
//! In come the records of class `Inst`. A record stands for an intrinsic with several element types.
//! `sve_type` holds the types and the letters by which descriptions name them, `signature` what a
//! prototype makes of an element type, `flags` the values that Clang and descriptions share, `intrinsic`
//! the intrinsics with their names, which all jobs over a description share, and `by_name` their order.
//! What is the same for SVE and SME lies in a module for each file.

pub(crate) mod builtins_file;
pub(crate) mod by_name;
pub(crate) mod codegen_file;
pub(crate) mod flags;
pub(crate) mod header;
pub(crate) mod intrinsic;
mod name_template;
pub(crate) mod range_checks_file;
pub(crate) mod reinterpretation;
pub(crate) mod signature;
pub(crate) mod streaming_attrs_file;
pub(crate) mod sve_type;
#[cfg(test)]
mod tests;

use tablewright_records::{FieldError, Record};
use tablewright_syntax::diagnostic::Code;

/// The extension that a description is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extension {
    Sve,
    Sme,
}

impl Extension {
    /// How names of macros and namespaces show it.
    pub(crate) fn upper(self) -> &'static str {
        match self {
            Extension::Sve => "SVE",
            Extension::Sme => "SME",
        }
    }

    /// How names of builtins show it.
    pub(crate) fn lower(self) -> &'static str {
        match self {
            Extension::Sve => "sve",
            Extension::Sme => "sme",
        }
    }
}

fn field_error(record: Record<'_>, field: &str, problem: &str) -> FieldError {
    let message = format!("Record `{}', field `{field}': {problem}", record.name());
    FieldError::new(Code::ClangSve, record, message).label_field(record, field)
}
