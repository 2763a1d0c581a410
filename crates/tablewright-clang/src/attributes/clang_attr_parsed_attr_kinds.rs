//! `--gen-clang-attr-parsed-attr-kinds`: a function from a written name to an attribute kind.

use std::borrow::Cow;

use tablewright_backend::{Backend, Failure, Job};
use tablewright_records::{Feature, FieldError, Record, RecordStore};
use tablewright_syntax::diagnostic::{Code, Diagnostics};
use tablewright_text::{Append, CppWriter, StringMatcher, TextSink, append};

use rustc_hash::FxHashSet;

use super::model::spelling::Syntax;
use super::model::{Attribute, error};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-clang-attr-parsed-attr-kinds",
    help: "Generate a clang parsed attribute kinds",
    options: &[],
    run,
};

/// The syntaxes with their C++ tests, in test order.
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
type Names<'s> = Vec<Name<'s>>;

/// A name in the form in which the parser looks it up.
struct Name<'s> {
    text: Cow<'s, str>,
    attribute: Record<'s>,
    kind: Kind<'s>,
}

/// An attribute kind. It is written as the code that returns it.
#[derive(Clone, Copy)]
enum Kind<'s> {
    Handled(&'s str),
    Ignored,
}

impl Append for Kind<'_> {
    fn append_to(&self, out: &mut impl TextSink) {
        match self {
            Kind::Handled(kind) => append!(out, "return AttributeCommonInfo::AT_", kind, ";"),
            Kind::Ignored => out.push_str("return AttributeCommonInfo::IgnoredAttribute;"),
        }
    }
}

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let names = collect(job.store, job.diagnostics)?;
    let matchers = names.iter().map(|names| matcher(names)).collect::<Result<Vec<_>, _>>()?;
    let source = job.store.input_name();
    job.write_cpp(|w| {
        w.file_header("Kinds of attributes by name", Some(source));
        emit(&matchers, w);
    })
}

/// Returns the names in each syntax, in the order of [`TESTS`].
fn collect<'s>(
    store: &'s RecordStore,
    diagnostics: &mut Diagnostics,
) -> Result<[Names<'s>; 8], FieldError> {
    let annotations_have_small_letters = store.release().has(Feature::HlslAnnotationsAreLowerCase);
    let mut names: [Names<'_>; 8] = Default::default();
    let mut shared_kinds = FxHashSet::default();
    for attribute in Attribute::all(store)? {
        let is_handled = attribute.record().has_sema_handler()?;
        let is_ignored = attribute.record().is_ignored()?;
        if !is_handled && !is_ignored {
            continue;
        }
        // Attributes of several targets with a common kind have the same spellings.
        let shared_kind = attribute.shared_kind()?;
        if shared_kind.is_some_and(|kind| !shared_kinds.insert(kind)) {
            continue;
        }
        let kind = if is_handled {
            Kind::Handled(shared_kind.unwrap_or(attribute.own_kind()))
        } else {
            Kind::Ignored
        };
        for spelling in attribute.spellings()? {
            let syntax = spelling.syntax(attribute)?;
            if annotations_have_small_letters
                && syntax == Syntax::HlslAnnotation
                && spelling.name.contains(|c: char| c.is_ascii_uppercase())
            {
                let message = "HLSLAnnotation Attribute must be lower case.";
                diagnostics
                    .push(error(Code::AttributeSpellings, spelling.record(), message).into());
            }
            let has_scope =
                matches!(syntax, Syntax::Cxx11 | Syntax::C23) && !spelling.namespace.is_empty();
            let text = if has_scope {
                [spelling.namespace, "::", spelling.name].concat().into()
            } else {
                spelling.parsed_name().into()
            };
            if let Some(index) = TESTS.iter().position(|(tested, _)| *tested == syntax) {
                names[index].push(Name { text, attribute: attribute.record().into(), kind });
            }
        }
    }
    Ok(names)
}

fn matcher<'n, 's>(names: &'n [Name<'s>]) -> Result<StringMatcher<'n, Kind<'s>>, FieldError> {
    let cases = names.iter().map(|name| (&*name.text, name.kind));
    StringMatcher::new(cases).map_err(|duplicate| {
        let Name { text, attribute, .. } = &names[duplicate.second];
        let message = format!("Had duplicate keys to match on: '{text}'");
        error(Code::AttributeSpellings, *attribute, message)
            .label_record(names[duplicate.first].attribute, "this attribute has the name too")
    })
}

fn emit(matchers: &[StringMatcher<'_, Kind<'_>>], w: &mut CppWriter<'_>) {
    w.raw(
        "static AttributeCommonInfo::Kind getAttrKind(StringRef Name, AttributeCommonInfo::Syntax \
         Syntax) {\n",
    );
    for ((_, test), (i, matcher)) in TESTS.iter().zip(matchers.iter().enumerate()) {
        w.raw(if i == 0 { "  if (" } else { "  } else if (" });
        w.raw(test);
        w.raw(") {\n");
        w.indented(|w| w.indented(|w| w.string_matcher("Name", matcher)));
    }
    w.raw("  }\n  return AttributeCommonInfo::UnknownAttribute;\n}\n");
}
