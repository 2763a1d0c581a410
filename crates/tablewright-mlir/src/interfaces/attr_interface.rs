//! `--gen-attr-interface-decls`, `--gen-attr-interface-defs`, `--gen-attr-interface-docs`: interfaces of attributes.

use tablewright_backend::{Backend, Failure, Job};

use super::{decls, defs, docs};
use crate::model::InterfaceKind;

pub(crate) const DECLS_BACKEND: Backend = Backend {
    name: "gen-attr-interface-decls",
    help: "Generate attribute interface declarations",
    options: &[],
    run: run_decls,
};

pub(crate) const DEFS_BACKEND: Backend = Backend {
    name: "gen-attr-interface-defs",
    help: "Generate attribute interface definitions",
    options: &[],
    run: run_defs,
};

pub(crate) const DOCS_BACKEND: Backend = Backend {
    name: "gen-attr-interface-docs",
    help: "Generate attribute interface documentation",
    options: &[],
    run: run_docs,
};

fn run_decls(job: &mut Job<'_>) -> Result<(), Failure> {
    decls::run(job, InterfaceKind::Attr)
}

fn run_defs(job: &mut Job<'_>) -> Result<(), Failure> {
    defs::run(job, InterfaceKind::Attr)
}

fn run_docs(job: &mut Job<'_>) -> Result<(), Failure> {
    docs::run(job, InterfaceKind::Attr)
}
