//! `--gen-op-doc`: a page about operations.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_text::TextSink;

use super::section::{self, sections};
use super::{DIALECT, PageStyle, write_source_link};
use crate::ops::selection;
use crate::support::markdown;

pub(crate) const BACKEND: Backend =
    Backend { name: "gen-op-doc", help: "Generate dialect documentation", options: &[], run };

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let style = PageStyle::of(job.options);
    let dialect = job.options.text(&DIALECT);
    let mut operations = selection::selected(job.store, job.options)?;
    operations.retain(|op| dialect.is_empty() || op.dialect.name == dialect);
    let sections = sections(operations, !job.options.flag(&markdown::KEEP_SOURCE_ORDER));
    let source = job.store.input_name();
    let mut out = job.output();
    out.push_str(markdown::HEADER);
    write_source_link(&mut out, source, &style);
    for one in &sections {
        section::emit(one, &style, &mut out);
    }
    Ok(out.finish()?)
}
