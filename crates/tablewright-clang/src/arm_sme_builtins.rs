//! `--gen-arm-sme-builtins`: the builtins behind the intrinsics of SME.

use tablewright_backend::{Backend, Failure, Job};

use crate::support::sve::{Extension, builtins_file};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-arm-sme-builtins",
    help: "Generate arm_sme_builtins.inc for clang",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    builtins_file::run(job, Extension::Sme)
}
