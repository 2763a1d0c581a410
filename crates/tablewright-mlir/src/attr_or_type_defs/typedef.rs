//! `--gen-typedef-decls`, `--gen-typedef-defs`: the C++ classes of types that dialects define.

use tablewright_backend::{Backend, BackendOption, Failure, Job, OptionGroup, OptionKind};

use super::{decls, defs, selected_defs};
use crate::model::AttrOrType;

pub(crate) const DECLS_BACKEND: Backend = Backend {
    name: "gen-typedef-decls",
    help: "Generate TypeDef declarations",
    options: &[OptionGroup { heading: "Options for -gen-typedef-*", options: &[DIALECT] }],
    run: run_decls,
};

pub(crate) const DEFS_BACKEND: Backend = Backend {
    name: "gen-typedef-defs",
    help: "Generate TypeDef definitions",
    options: &[],
    run: run_defs,
};

const DIALECT: BackendOption = BackendOption {
    name: "typedefs-dialect",
    kind: OptionKind::Text { placeholder: "string", default: "" },
    help: "Generate types for this dialect",
};

fn run_decls(job: &mut Job<'_>) -> Result<(), Failure> {
    let defs = selected_defs(job.store, AttrOrType::Type, job.options.text(&DIALECT))?;
    decls::run(job, &defs)
}

fn run_defs(job: &mut Job<'_>) -> Result<(), Failure> {
    let defs = selected_defs(job.store, AttrOrType::Type, job.options.text(&DIALECT))?;
    defs::run(job, &defs)
}
