//! Markdown pages about dialects: `--gen-dialect-doc`, `--gen-op-doc`, `--gen-attrdef-doc`, `--gen-typedef-doc`,
//! `--gen-enum-doc`.

mod attr_or_type;
pub(crate) mod attrdef_doc;
pub(crate) mod dialect_doc;
pub(crate) mod enum_doc;
pub(crate) mod op_doc;
mod operation;
mod section;
mod selection;
pub(crate) mod typedef_doc;

use tablewright_backend::{BackendOption, Job, OptionKind, Options};
use tablewright_records::RecordView;
use tablewright_syntax::diagnostic::Diagnostic;
use tablewright_text::{TextSink, append};

use crate::model::{DialectContents, Operation};
use crate::record_views::enum_attr::EnumInfoRecord;
use crate::support::markdown;

/// Page style.
struct PageStyle<'o> {
    /// Whether the page may use Hugo extensions.
    allows_hugo: bool,
    /// The prefix to remove from class names.
    strip_prefix: &'o str,
}

impl<'o> PageStyle<'o> {
    fn from_options(options: &'o Options) -> PageStyle<'o> {
        PageStyle {
            allows_hugo: options.flag(&markdown::HUGO),
            strip_prefix: options.text(&markdown::STRIP_PREFIX),
        }
    }
}

impl PageStyle<'static> {
    /// The style for actions without options.
    const DEFAULT: PageStyle<'static> =
        PageStyle { allows_hugo: false, strip_prefix: markdown::MLIR_NAMESPACE };
}

/// Returns a page about a dialect in Markdown, as `--gen-dialect-doc` writes it, without the comment at its beginning.
/// Operations are sorted by name.
pub fn dialect_page(contents: &DialectContents<'_>) -> String {
    let mut out = String::new();
    dialect_doc::emit_contents(contents.clone(), &PageStyle::DEFAULT, &mut out);
    out
}

/// Returns an operation's section in a dialect page, as Markdown.
pub fn operation_section(operation: &Operation<'_>) -> String {
    let mut out = String::new();
    operation::emit(operation, &PageStyle::DEFAULT, &mut out);
    out.push('\n');
    out
}

/// The dialect that the page is about.
const DIALECT: BackendOption = BackendOption {
    name: "dialect",
    kind: OptionKind::Text { placeholder: "string", default: "" },
    help: "The dialect to gen for",
};

/// Checks the description for an enum page: since release 23 it needs a single selected dialect.
fn check_enum_page(job: &Job<'_>) -> Result<(), Diagnostic> {
    selection::DialectOperations::dialect(job, EnumInfoRecord::CLASS).map(|_| ())
}

/// Writes a link to a description that is part of MLIR's tree.
fn write_source_link(out: &mut impl TextSink, source: &str) {
    if let Some(start) = source.find("mlir/include/mlir/") {
        let path = &source[start..];
        append!(out, "\n[source](https://github.com/llvm/llvm-project/blob/main/", path, ")\n");
    }
}

#[cfg(test)]
mod tests {
    use super::write_source_link;

    #[test]
    fn a_page_about_a_file_of_mlir_has_a_link() {
        let link = |source: &str| {
            let mut out = String::new();
            write_source_link(&mut out, source);
            out
        };
        let expected =
            "\n[source](https://github.com/llvm/llvm-project/blob/main/mlir/include/mlir/A.td)\n";
        assert_eq!(link("/src/mlir/include/mlir/A.td"), expected);
        assert_eq!(link("mlir/A.td"), "");
    }
}
