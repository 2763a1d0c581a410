//! `--gen-arm-sve-builtins`: the builtins behind the intrinsics of SVE.

use tablewright_backend::{Backend, Failure, Job};

use crate::support::sve::{Extension, builtins_file};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-arm-sve-builtins",
    help: "Generate arm_sve_builtins.inc for clang",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    builtins_file::run(job, Extension::Sve)
}
