//! A test of the intrinsics of NEON, with a function for each of them.
//!
//! In come the descriptions of `arm_neon.h` or `arm_fp16.h`; out comes a file of C that calls every
//! intrinsic, with lines for FileCheck about the LLVM IR that Clang makes of it. Compiling it is left
//! to those who run the test.

mod emit;
mod model;

use tablewright_backend::{Failure, Job};

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let functions = model::collect(job.analysis()?, job.store)?;
    job.write_cpp(|w| emit::emit(&functions, w))
}
