//! `--gen-intrinsic-impl`: the tables of intrinsics: names, types, attributes, builtins.

mod emit;
mod emit_tables;
mod model;
mod numbering;
mod range_sets;
mod tables;

use tablewright_backend::{Backend, Failure, Job};

use model::IntrinsicImplLayout;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-intrinsic-impl",
    help: "Generate intrinsic information",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let model = model::collect(job)?;
    job.write_cpp(|w| match &model.layout {
        IntrinsicImplLayout::Code(code) => emit::emit(&model, code, w),
        IntrinsicImplLayout::Tables(tables) => emit_tables::emit(&model, tables, w),
    })
}
