//! `--gen-attrdef-decls`, `--gen-attrdef-defs`: the C++ classes of attributes that dialects define.

use tablewright_backend::{Backend, BackendOption, Failure, Job, OptionGroup, OptionKind};

use super::{decls, defs, selected_defs};
use crate::model::AttrOrType;

pub(crate) const DECLS_BACKEND: Backend = Backend {
    name: "gen-attrdef-decls",
    help: "Generate AttrDef declarations",
    options: &[OptionGroup { heading: "Options for -gen-attrdef-*", options: &[DIALECT] }],
    run: run_decls,
};

pub(crate) const DEFS_BACKEND: Backend = Backend {
    name: "gen-attrdef-defs",
    help: "Generate AttrDef definitions",
    options: &[],
    run: run_defs,
};

const DIALECT: BackendOption = BackendOption {
    name: "attrdefs-dialect",
    kind: OptionKind::Text { placeholder: "string", default: "" },
    help: "Generate attributes for this dialect",
};

fn run_decls(job: &mut Job<'_>) -> Result<(), Failure> {
    let defs = selected_defs(job.store, AttrOrType::Attr, job.options.text(&DIALECT))?;
    decls::run(job, &defs)
}

fn run_defs(job: &mut Job<'_>) -> Result<(), Failure> {
    let defs = selected_defs(job.store, AttrOrType::Attr, job.options.text(&DIALECT))?;
    defs::run(job, &defs)
}
