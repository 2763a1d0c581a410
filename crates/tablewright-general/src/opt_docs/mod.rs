//! `--gen-opt-docs`: a program's options by group, as a page in reStructuredText or Markdown.

mod emit;
mod model;

use tablewright_backend::{Backend, Failure, Job};

pub(crate) const BACKEND: Backend =
    Backend { name: "gen-opt-docs", help: "Generate option documentation", options: &[], run };

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let page = model::collect(job.store)?;
    let mut out = job.output();
    emit::emit(&page, &mut out);
    Ok(out.finish()?)
}
