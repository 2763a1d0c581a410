//! `--gen-type-constraint-decls`, `--gen-type-constraint-defs`: functions that check constraints of types.

use tablewright_backend::Backend;

use super::{run_decls, run_defs};
use crate::model::ConstraintKind;

pub(crate) const DECLS_BACKEND: Backend = Backend {
    name: "gen-type-constraint-decls",
    help: "Generate type constraint declarations",
    options: &[],
    run: |job| run_decls(job, ConstraintKind::Type),
};

pub(crate) const DEFS_BACKEND: Backend = Backend {
    name: "gen-type-constraint-defs",
    help: "Generate type constraint definitions",
    options: &[],
    run: |job| run_defs(job, ConstraintKind::Type),
};
