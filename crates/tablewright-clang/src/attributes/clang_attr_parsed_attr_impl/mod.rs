//! `--gen-clang-attr-parsed-attr-impl`: properties of parsed attributes, and checks of their
//! subjects.

mod emit;
mod merge;
mod model;

use tablewright_backend::{Failure, Job};

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let model = model::collect(job.store, job.diagnostics)?;
    let source = job.store.input_name();
    job.write_cpp(|w| {
        w.file_header("Parsed attributes", Some(source));
        emit::emit(&model, w);
    })
}
