//! `--gen-attr-constraint-decls`, `--gen-attr-constraint-defs`: functions that check constraints of attributes.

use tablewright_backend::Backend;

use super::{run_decls, run_defs};
use crate::model::ConstraintKind;

pub(crate) const DECLS_BACKEND: Backend = Backend {
    name: "gen-attr-constraint-decls",
    help: "Generate attribute constraint declarations",
    options: &[],
    run: |job| run_decls(job, ConstraintKind::Attribute),
};

pub(crate) const DEFS_BACKEND: Backend = Backend {
    name: "gen-attr-constraint-defs",
    help: "Generate attribute constraint definitions",
    options: &[],
    run: |job| run_defs(job, ConstraintKind::Attribute),
};
