//! `--gen-attr-docs`: attribute documentation as a reStructuredText page.

mod emit;
mod model;

use tablewright_backend::{Failure, Job};

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let page = model::collect(job.store)?;
    let mut out = job.output();
    emit::emit(&page, &mut out);
    Ok(out.finish()?)
}
