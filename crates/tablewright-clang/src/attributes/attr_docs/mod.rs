//! `--gen-attr-docs`: attribute documentation as a reStructuredText page.

mod emit;
mod model;

use tablewright_backend::{Backend, Failure, Job};

pub(crate) const BACKEND: Backend =
    Backend { name: "gen-attr-docs", help: "Generate attribute documentation", options: &[], run };

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let page = model::collect(job.store)?;
    let mut out = job.output();
    emit::emit(&page, &mut out);
    Ok(out.finish()?)
}
