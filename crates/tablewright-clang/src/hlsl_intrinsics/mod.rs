//! `--gen-hlsl-alias-intrinsics`, `--gen-hlsl-inline-intrinsics`: HLSL functions, as aliases of
//! Clang's builtins and as inline functions.

mod emit;
mod model;

use tablewright_backend::{Backend, Failure, Job};

use model::FunctionForm;

pub(crate) const ALIAS_BACKEND: Backend = Backend {
    name: "gen-hlsl-alias-intrinsics",
    help: "Generate HLSL alias intrinsic overloads for hlsl_alias_intrinsics.h",
    options: &[],
    run: |job| run(job, FunctionForm::Alias),
};

pub(crate) const INLINE_BACKEND: Backend = Backend {
    name: "gen-hlsl-inline-intrinsics",
    help: "Generate HLSL inline intrinsic overloads for hlsl_intrinsics.h",
    options: &[],
    run: |job| run(job, FunctionForm::Inline),
};

fn run(job: &mut Job<'_>, form: FunctionForm) -> Result<(), Failure> {
    let functions = model::collect(job.store, form)?;
    job.write_cpp(|w| emit::emit(&functions, w))
}
