//! `--gen-arm-cde-builtin-sema`: what the immediate operands of CDE's builtins may be.

use tablewright_backend::{Backend, Failure, Job};

use crate::support::mve::{Extension, sema_file};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-arm-cde-builtin-sema",
    help: "Generate ARM CDE builtin sema checks for clang",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    sema_file::run(job, Extension::Cde)
}
