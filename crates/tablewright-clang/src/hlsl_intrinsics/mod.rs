//! `--gen-hlsl-alias-intrinsics`, `--gen-hlsl-inline-intrinsics`: HLSL functions, as aliases of
//! Clang's builtins and as inline functions.

mod emit;
mod model;

use tablewright_backend::{Failure, Job};

pub(crate) use model::FunctionForm;

pub(crate) fn run(job: &mut Job<'_>, form: FunctionForm) -> Result<(), Failure> {
    let functions = model::collect(job.store, form)?;
    job.write_cpp(|w| emit::emit(&functions, w))
}
