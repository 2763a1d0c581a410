//! `--gen-arm-sme-sema-rangechecks`: what immediate operands of the intrinsics of SME may be.

use tablewright_backend::{Backend, Failure, Job};

use crate::support::sve::{Extension, range_checks_file};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-arm-sme-sema-rangechecks",
    help: "Generate arm_sme_sema_rangechecks.inc for clang",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    range_checks_file::run(job, Extension::Sme)
}
