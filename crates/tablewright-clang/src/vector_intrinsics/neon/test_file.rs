//! A test for NEON intrinsics, with a function for each.
//!
//! In: the descriptions of `arm_neon.h` or `arm_fp16.h`. Out: a C file that calls each intrinsic,
//! with FileCheck lines for the LLVM IR that Clang generates. The user compiles it and runs
//! FileCheck.

mod emit;
mod model;

use tablewright_backend::{Failure, Job};

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let functions = model::collect(job.analysis()?, job.store)?;
    job.write_cpp(|w| emit::emit(&functions, w))
}
