//! Dialects: `--gen-dialect-decls`, `--gen-dialect-defs`.

pub(crate) mod dialect_decls;
pub(crate) mod dialect_defs;

use tablewright_backend::{BackendOption, OptionGroup, OptionKind};

use crate::model::Dialect;

/// Options for both actions.
const OPTIONS: OptionGroup =
    OptionGroup { heading: "Options for -gen-dialect-*", options: &[DIALECT] };

const DIALECT: BackendOption = BackendOption {
    name: "dialect",
    kind: OptionKind::Text { placeholder: "string", default: "" },
    help: "The dialect to gen for",
};

/// Returns the base class for a dialect's C++ class.
fn base_class(dialect: &Dialect<'_>) -> &'static str {
    if dialect.features.extensible { "::mlir::ExtensibleDialect" } else { "::mlir::Dialect" }
}
