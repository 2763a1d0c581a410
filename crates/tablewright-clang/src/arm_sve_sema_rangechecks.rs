//! `--gen-arm-sve-sema-rangechecks`: what immediate operands of the intrinsics of SVE may be.

use tablewright_backend::{Backend, Failure, Job};

use crate::support::sve::{Extension, range_checks_file};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-arm-sve-sema-rangechecks",
    help: "Generate arm_sve_sema_rangechecks.inc for clang",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    range_checks_file::run(job, Extension::Sve)
}
