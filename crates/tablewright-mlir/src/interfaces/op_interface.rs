//! `--gen-op-interface-decls`, `--gen-op-interface-defs`, `--gen-op-interface-docs`: interfaces of operations.

use tablewright_backend::{Backend, Failure, Job};

use super::{decls, defs, docs};
use crate::model::InterfaceKind;

pub(crate) const DECLS_BACKEND: Backend = Backend {
    name: "gen-op-interface-decls",
    help: "Generate op interface declarations",
    options: &[],
    run: run_decls,
};

pub(crate) const DEFS_BACKEND: Backend = Backend {
    name: "gen-op-interface-defs",
    help: "Generate op interface definitions",
    options: &[],
    run: run_defs,
};

pub(crate) const DOCS_BACKEND: Backend = Backend {
    name: "gen-op-interface-docs",
    help: "Generate op interface documentation",
    options: &[],
    run: run_docs,
};

fn run_decls(job: &mut Job<'_>) -> Result<(), Failure> {
    decls::run(job, InterfaceKind::Op)
}

fn run_defs(job: &mut Job<'_>) -> Result<(), Failure> {
    defs::run(job, InterfaceKind::Op)
}

fn run_docs(job: &mut Job<'_>) -> Result<(), Failure> {
    docs::run(job, InterfaceKind::Op)
}
