//! `--gen-arm-cde-builtin-codegen`: how Clang generates code for the builtins of CDE.

use tablewright_backend::{Backend, Failure, Job};

use crate::support::mve::{Extension, codegen_file};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-arm-cde-builtin-codegen",
    help: "Generate ARM CDE builtin code-generator for clang",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    codegen_file::run(job, Extension::Cde)
}
