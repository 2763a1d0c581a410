//! `--gen-clang-attr-spelling-index`: which of its spellings an attribute was written in.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_records::{FieldError, RecordStore};
use tablewright_text::{CppWriter, append};

use super::model::parsed::{ParsedAttributes, Selection};
use super::model::spelling::Spelling;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-clang-attr-spelling-index",
    help: "Generate a clang attribute spelling index",
    options: &[],
    run,
};

/// The spellings of a kind of attribute, in order.
struct Kind<'s> {
    name: &'s str,
    spellings: Vec<Spelling<'s>>,
}

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let kinds = collect(job.store)?;
    let source = job.store.input_name();
    job.write_cpp(|w| {
        w.file_header("Places of attributes' spellings", Some(source));
        emit(&kinds, w);
    })
}

fn collect(store: &RecordStore) -> Result<Vec<Kind<'_>>, FieldError> {
    let parsed = ParsedAttributes::collect(store, Selection::Handled)?;
    let kinds = parsed
        .kinds
        .into_iter()
        .map(|parsed| Ok(Kind { name: parsed.kind, spellings: parsed.attribute.spellings()? }));
    kinds.collect()
}

fn emit(kinds: &[Kind<'_>], w: &mut CppWriter<'_>) {
    w.raw(
        "  switch (getParsedKind()) {
    case IgnoredAttribute:
    case UnknownAttribute:
    case NoSemaHandlerAttribute:
      llvm_unreachable(\"Ignored/unknown shouldn't get here\");
",
    );
    for kind in kinds {
        append!(w, "  case AT_", kind.name, ": {\n");
        for (index, spelling) in kind.spellings.iter().enumerate() {
            append!(w, "    if (Name == \"", spelling.name, "\" && getSyntax() == ");
            append!(w, "AttributeCommonInfo::AS_", spelling.variety, " && ");
            append!(w, "Scope == \"", spelling.namespace, "\")\n      return ", index, ";\n");
        }
        w.raw("    break;\n  }\n");
    }
    w.raw("  }\n  return 0;\n");
}
