//! `--gen-clang-attr-spelling-index`: the index of the spelling in which an attribute was written.

use tablewright_backend::{Failure, Job};
use tablewright_records::{Feature, FieldError, RecordStore};
use tablewright_text::{CppWriter, append};

use super::model::parsed::{AttrSelection, ParsedAttributes};
use super::model::spelling::{self, AttrSpelling};

/// An attribute kind's spellings in order.
struct SpellingIndexKind<'s> {
    name: &'s str,
    /// `None` if spellings need not be distinguished.
    spellings: Option<Vec<(Test, AttrSpelling<'s>)>>,
}

/// A test for a spelling.
#[derive(Clone, Copy)]
enum Test {
    /// Compares the name, the syntax and the scope text.
    NameAndScopeText,
    /// Compares the syntax and the scope enumerator.
    Scope,
    /// Compares the name length, the syntax and the scope enumerator.
    LengthAndScope,
    /// Compares the name, the syntax and the scope enumerator.
    NameAndScope,
}

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let kinds = collect(job.store)?;
    let source = job.store.input_name();
    job.write_cpp(|w| {
        w.file_header("Indices of attributes' spellings", Some(source));
        emit(&kinds, w);
    })
}

fn collect(store: &RecordStore) -> Result<Vec<SpellingIndexKind<'_>>, FieldError> {
    let parsed = ParsedAttributes::collect(store, AttrSelection::Handled)?;
    let compares_scopes = store.release().has(Feature::AttributeNamesHaveSyntax);
    let mut kinds = Vec::new();
    for parsed in parsed.kinds {
        let spellings = parsed.attribute.spellings()?;
        let names = spelling::unique_names(&spellings);
        let test = |spelling: &AttrSpelling<'_>| {
            if compares_scopes { cheapest_test(spelling, &names) } else { Test::NameAndScopeText }
        };
        let is_clear = compares_scopes && spellings.len() < 2;
        let tested = spellings.iter().map(|spelling| (test(spelling), *spelling)).collect();
        kinds.push(SpellingIndexKind {
            name: parsed.kind,
            spellings: (!is_clear).then_some(tested),
        });
    }
    Ok(kinds)
}

/// Returns the cheapest test that distinguishes a spelling from spellings with these names.
fn cheapest_test(spelling: &AttrSpelling<'_>, names: &[&str]) -> Test {
    let length = spelling.name.len();
    match names {
        [_] => Test::Scope,
        _ if names.iter().filter(|name| name.len() == length).count() == 1 => Test::LengthAndScope,
        _ => Test::NameAndScope,
    }
}

fn emit(kinds: &[SpellingIndexKind<'_>], w: &mut CppWriter<'_>) {
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
        match &kind.spellings {
            None => w.raw("    return 0;\n"),
            Some(spellings) => {
                for (index, (test, spelling)) in spellings.iter().enumerate() {
                    emit_test(*test, spelling, w);
                    append!(w, "      return ", index, ";\n");
                }
            }
        }
        w.raw("    break;\n  }\n");
    }
    w.raw("  }\n  return 0;\n");
}

/// Writes the `if` before the statement that returns a spelling index.
fn emit_test(test: Test, spelling: &AttrSpelling<'_>, w: &mut CppWriter<'_>) {
    let AttrSpelling { name, variety, namespace, .. } = *spelling;
    match test {
        Test::Scope => w.raw("    if ("),
        Test::LengthAndScope => append!(w, "    if (Name.size() == ", name.len(), " && "),
        Test::NameAndScopeText | Test::NameAndScope => {
            append!(w, "    if (Name == \"", name, "\" && ");
        }
    }
    append!(w, "getSyntax() == AttributeCommonInfo::AS_", variety, " && ");
    if matches!(test, Test::NameAndScopeText) {
        append!(w, "Scope == \"", namespace, "\"");
    } else {
        w.raw("ComputedScope == AttributeCommonInfo::Scope::");
        match namespace {
            "" => w.raw("NONE"),
            _ => w.raw(&namespace.to_ascii_uppercase()),
        }
    }
    w.raw(")\n");
}
