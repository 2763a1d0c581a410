//! `--gen-convertible-llvmir-intrinsics`: a list of the intrinsics that operations stand for.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_text::line;

use crate::model;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-convertible-llvmir-intrinsics",
    help: "Generate list of convertible LLVM IR intrinsics",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let intrinsics = model::llvm_intrinsics(job.store)?;
    job.write_cpp(|w| {
        for intrinsic in &intrinsics {
            line!(w, "llvm::Intrinsic::{intrinsic},");
        }
    })
}
