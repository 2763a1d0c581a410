//! `--gen-clang-attr-impl`: member functions of attribute classes.

mod emit;
mod model;
mod print_pretty;

use tablewright_backend::{Failure, Job};

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let implementations = model::collect(job.store)?;
    let source = job.store.input_name();
    job.write_cpp(|w| {
        w.file_header("Member functions of attributes", Some(source));
        emit::emit(&implementations, w);
    })
}
