//! `--gen-arm-cde-builtin-aliases`: the functions by which builtins of CDE may be called.

use tablewright_backend::{Backend, Failure, Job};

use crate::support::mve::{Extension, aliases_file};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-arm-cde-builtin-aliases",
    help: "Generate list of valid ARM CDE builtin aliases for clang",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    aliases_file::run(job, Extension::Cde)
}
