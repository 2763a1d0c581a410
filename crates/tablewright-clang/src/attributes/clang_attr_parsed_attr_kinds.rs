//! `--gen-clang-attr-parsed-attr-kinds`: the kind of the attribute that is written with a name.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_records::{FieldError, Record, RecordStore};
use tablewright_text::{CppWriter, StringMatcher};

use rustc_hash::FxHashSet;

use super::model::Attribute;
use super::model::spelling::Syntax;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-clang-attr-parsed-attr-kinds",
    help: "Generate a clang parsed attribute kinds",
    options: &[],
    run,
};

/// The syntaxes in the order in which they are tested, with the tests.
const TESTS: [(Syntax, &str); 8] = [
    (Syntax::Gnu, "AttributeCommonInfo::AS_GNU == Syntax"),
    (Syntax::Declspec, "AttributeCommonInfo::AS_Declspec == Syntax"),
    (Syntax::Microsoft, "AttributeCommonInfo::AS_Microsoft == Syntax"),
    (Syntax::Cxx11, "AttributeCommonInfo::AS_CXX11 == Syntax"),
    (Syntax::C23, "AttributeCommonInfo::AS_C23 == Syntax"),
    (
        Syntax::Keyword,
        "AttributeCommonInfo::AS_Keyword == Syntax || \
         AttributeCommonInfo::AS_ContextSensitiveKeyword == Syntax",
    ),
    (Syntax::Pragma, "AttributeCommonInfo::AS_Pragma == Syntax"),
    (Syntax::HlslAnnotation, "AttributeCommonInfo::AS_HLSLAnnotation == Syntax"),
];

/// The names in a syntax.
#[derive(Default)]
struct Names<'s> {
    /// The name, the attribute, and the code that returns its kind.
    cases: Vec<(String, Record<'s>, String)>,
}

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let names = collect(job.store)?;
    let matchers = names.iter().map(matcher).collect::<Result<Vec<_>, _>>()?;
    let source = job.store.input_name();
    job.write_cpp(|w| {
        w.file_header("Kinds of attributes by name", Some(source));
        emit(&matchers, w);
    })
}

/// The names in each syntax, in the order of [`TESTS`].
fn collect(store: &RecordStore) -> Result<[Names<'_>; 8], FieldError> {
    let mut names: [Names<'_>; 8] = Default::default();
    let mut shared_kinds = FxHashSet::default();
    for attribute in Attribute::all(store)? {
        let is_handled = attribute.record().bit("SemaHandler")?;
        let is_ignored = attribute.record().bit("Ignored")?;
        if !is_handled && !is_ignored {
            continue;
        }
        // Attributes of several targets that share a kind are spelled alike.
        let shared_kind = attribute.shared_kind()?;
        if shared_kind.is_some_and(|kind| !shared_kinds.insert(kind)) {
            continue;
        }
        let kind = shared_kind.unwrap_or(attribute.own_kind());
        for spelling in attribute.spellings()? {
            let syntax = spelling.syntax(attribute)?;
            let code = match is_handled {
                true => format!("return AttributeCommonInfo::AT_{kind};"),
                false => "return AttributeCommonInfo::IgnoredAttribute;".to_owned(),
            };
            let has_scope =
                matches!(syntax, Syntax::Cxx11 | Syntax::C23) && !spelling.namespace.is_empty();
            let name = match has_scope {
                true => format!("{}::{}", spelling.namespace, spelling.name),
                false => spelling.parsed_name().to_owned(),
            };
            if let Some(place) = TESTS.iter().position(|(tested, _)| *tested == syntax) {
                names[place].cases.push((name, attribute.record(), code));
            }
        }
    }
    Ok(names)
}

fn matcher<'n>(names: &'n Names<'_>) -> Result<StringMatcher<'n>, FieldError> {
    let cases = names.cases.iter().map(|(name, _, code)| (name.as_str(), code.clone()));
    StringMatcher::new(cases).map_err(|duplicate| {
        let (name, attribute, _) = &names.cases[duplicate.second];
        let (_, first, _) = &names.cases[duplicate.first];
        let message = format!("Had duplicate keys to match on: '{name}'");
        super::model::error(*attribute, message)
            .label_record(*first, "this attribute has the name too")
    })
}

fn emit(matchers: &[StringMatcher<'_>], w: &mut CppWriter<'_>) {
    w.raw(
        "static AttributeCommonInfo::Kind getAttrKind(StringRef Name, AttributeCommonInfo::Syntax \
         Syntax) {\n",
    );
    for ((_, test), (place, matcher)) in TESTS.iter().zip(matchers.iter().enumerate()) {
        w.raw(if place == 0 { "  if (" } else { "  } else if (" });
        w.raw(test);
        w.raw(") {\n");
        w.indented(|w| w.indented(|w| w.string_matcher("Name", matcher)));
    }
    w.raw("  }\n  return AttributeCommonInfo::UnknownAttribute;\n}\n");
}
