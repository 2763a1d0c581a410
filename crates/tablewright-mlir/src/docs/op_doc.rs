//! `--gen-op-doc`: a page about operations.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_records::Feature;
use tablewright_text::TextSink;

use super::section::{self, OperationSection, sections};
use super::{DIALECT, PageStyle, operation, write_source_link};
use crate::model::Operation;
use crate::ops::selection;
use crate::support::markdown;

pub(crate) const BACKEND: Backend =
    Backend { name: "gen-op-doc", help: "Generate dialect documentation", options: &[], run };

/// What a page lists.
enum OpPage<'s> {
    Sections(Vec<OperationSection<'s>>),
    Operations(Vec<Operation<'s>>),
}

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let style = PageStyle::of(job.options);
    let dialect = job.options.text(&DIALECT);
    let mut operations = selection::selected(job.store, job.options)?;
    operations.retain(|op| dialect.is_empty() || op.dialect.name == dialect);
    let are_sorted = !job.options.flag(&markdown::KEEP_SOURCE_ORDER);
    let page = match job.store.release().has(Feature::OpDocsHaveGroups) {
        true => OpPage::Sections(sections(operations, are_sorted)),
        false => OpPage::Operations(operations),
    };
    let source = job.store.input_name();
    let mut out = job.output();
    out.push_str(markdown::HEADER);
    write_source_link(&mut out, source);
    match &page {
        OpPage::Sections(all) => all.iter().for_each(|one| section::emit(one, &style, &mut out)),
        OpPage::Operations(all) => all.iter().for_each(|op| operation::emit(op, &style, &mut out)),
    }
    Ok(out.finish()?)
}
