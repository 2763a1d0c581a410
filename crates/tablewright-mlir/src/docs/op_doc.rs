//! `--gen-op-doc`: a page about operations.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_records::Feature;
use tablewright_syntax::diagnostic::Diagnostic;
use tablewright_text::TextSink;

use super::section::{self, OperationSection, sections};
use super::selection::DialectOperations;
use super::{DIALECT, PageStyle, operation, write_source_link};
use crate::model::Operation;
use crate::ops::selection;
use crate::support::markdown;

pub(crate) const BACKEND: Backend =
    Backend { name: "gen-op-doc", help: "Generate dialect documentation", options: &[], run };

/// The contents of an operation page.
enum OpPage<'s> {
    Sections(Vec<OperationSection<'s>>),
    Operations(Vec<Operation<'s>>),
}

/// Returns the operations that the page is about.
fn operations<'s>(job: &Job<'s>) -> Result<Vec<Operation<'s>>, Diagnostic> {
    if job.store.release().has(Feature::DocsSelectOneDialect) {
        return DialectOperations::read(job).map(|one| one.operations);
    }
    let dialect = job.options.text(&DIALECT);
    let mut operations = selection::selected(job.store, job.options)?;
    operations.retain(|op| dialect.is_empty() || op.dialect.name == dialect);
    Ok(operations)
}

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let style = PageStyle::from_options(job.options);
    let operations = operations(job)?;
    let are_sorted = !job.options.flag(&markdown::KEEP_SOURCE_ORDER);
    let page = if job.store.release().has(Feature::OpDocsHaveGroups) {
        OpPage::Sections(sections(operations, are_sorted))
    } else {
        OpPage::Operations(operations)
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
