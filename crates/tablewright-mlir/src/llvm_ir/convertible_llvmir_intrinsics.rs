//! `--gen-convertible-llvmir-intrinsics`: the ids of the LLVM intrinsics that the importer turns into operations.

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
