//! `--gen-arm-mve-builtin-aliases`: the functions by which builtins of MVE may be called.

use tablewright_backend::{Backend, Failure, Job};

use crate::support::mve::{Extension, aliases_file};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-arm-mve-builtin-aliases",
    help: "Generate list of valid ARM MVE builtin aliases for clang",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    aliases_file::run(job, Extension::Mve)
}
