//! `--gen-arm-mve-builtin-codegen`: how Clang generates code for the builtins of MVE.

use tablewright_backend::{Backend, Failure, Job};

use crate::support::mve::{Extension, codegen_file};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-arm-mve-builtin-codegen",
    help: "Generate ARM MVE builtin code-generator for clang",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    codegen_file::run(job, Extension::Mve)
}
