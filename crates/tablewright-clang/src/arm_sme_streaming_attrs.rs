//! `--gen-arm-sme-streaming-attrs`: whether the intrinsics of SME can be used in streaming mode.

use tablewright_backend::{Backend, Failure, Job};

use crate::support::sve::{Extension, streaming_attrs_file};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-arm-sme-streaming-attrs",
    help: "Generate arm_sme_streaming_attrs.inc for clang",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    streaming_attrs_file::run(job, Extension::Sme)
}
