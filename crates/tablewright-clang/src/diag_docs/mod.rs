//! `--gen-diag-docs`: diagnostic flags with the texts of their diagnostics, as a page in
//! reStructuredText or Markdown.

mod emit;
mod model;
mod text_lists;
mod text_table;

use tablewright_backend::{Failure, Job};

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let page = model::collect(job)?;
    let mut out = job.output();
    emit::emit(&page, &mut out);
    Ok(out.finish()?)
}
