//! `--gen-type-interface-decls`, `--gen-type-interface-defs`, `--gen-type-interface-docs`: interfaces of types.

use tablewright_backend::{Backend, Failure, Job};

use super::{decls, defs, docs};
use crate::model::InterfaceKind;

pub(crate) const DECLS_BACKEND: Backend = Backend {
    name: "gen-type-interface-decls",
    help: "Generate type interface declarations",
    options: &[],
    run: run_decls,
};

pub(crate) const DEFS_BACKEND: Backend = Backend {
    name: "gen-type-interface-defs",
    help: "Generate type interface definitions",
    options: &[],
    run: run_defs,
};

pub(crate) const DOCS_BACKEND: Backend = Backend {
    name: "gen-type-interface-docs",
    help: "Generate type interface documentation",
    options: &[],
    run: run_docs,
};

fn run_decls(job: &mut Job<'_>) -> Result<(), Failure> {
    decls::run(job, InterfaceKind::Type)
}

fn run_defs(job: &mut Job<'_>) -> Result<(), Failure> {
    defs::run(job, InterfaceKind::Type)
}

fn run_docs(job: &mut Job<'_>) -> Result<(), Failure> {
    docs::run(job, InterfaceKind::Type)
}
