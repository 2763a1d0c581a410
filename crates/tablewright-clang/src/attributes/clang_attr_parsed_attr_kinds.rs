//! `--gen-clang-attr-parsed-attr-kinds`: a function from a written name to an attribute kind.

use std::borrow::Cow;

use tablewright_backend::{Failure, Job};
use tablewright_records::{Feature, FieldError, Record, RecordStore};
use tablewright_syntax::diagnostic::{Code, Diagnostics};
use tablewright_text::{Append, CppWriter, DuplicateKey, StringMatcher, TextSink, append};

use rustc_hash::FxHashSet;

use super::model::spelling::AttrSyntax;
use super::model::{ClangAttribute, error};

/// The syntaxes with their C++ tests, in test order.
const TESTS: [(AttrSyntax, &str); 8] = [
    (AttrSyntax::Gnu, "AttributeCommonInfo::AS_GNU == Syntax"),
    (AttrSyntax::Declspec, "AttributeCommonInfo::AS_Declspec == Syntax"),
    (AttrSyntax::Microsoft, "AttributeCommonInfo::AS_Microsoft == Syntax"),
    (AttrSyntax::Cxx11, "AttributeCommonInfo::AS_CXX11 == Syntax"),
    (AttrSyntax::C23, "AttributeCommonInfo::AS_C23 == Syntax"),
    (
        AttrSyntax::Keyword,
        "AttributeCommonInfo::AS_Keyword == Syntax || \
         AttributeCommonInfo::AS_ContextSensitiveKeyword == Syntax",
    ),
    (AttrSyntax::Pragma, "AttributeCommonInfo::AS_Pragma == Syntax"),
    (AttrSyntax::HlslAnnotation, "AttributeCommonInfo::AS_HLSLAnnotation == Syntax"),
];

/// The names in a syntax.
type ParsedKindNames<'s> = Vec<ParsedKindName<'s>>;

/// A name in the form in which the parser looks it up.
struct ParsedKindName<'s> {
    text: Cow<'s, str>,
    attribute: Record<'s>,
    kind: ParsedKindCode<'s>,
}

/// An attribute kind. It is written as the code that returns it.
#[derive(Clone, Copy)]
enum ParsedKindCode<'s> {
    Handled(&'s str),
    Ignored,
}

impl Append for ParsedKindCode<'_> {
    fn append_to(&self, out: &mut impl TextSink) {
        match self {
            ParsedKindCode::Handled(kind) => {
                append!(out, "return AttributeCommonInfo::AT_", kind, ";")
            }
            ParsedKindCode::Ignored => {
                out.push_str("return AttributeCommonInfo::IgnoredAttribute;")
            }
        }
    }
}

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
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
) -> Result<[ParsedKindNames<'s>; 8], FieldError> {
    let annotations_have_small_letters = store.release().has(Feature::HlslAnnotationsAreLowerCase);
    let mut names: [ParsedKindNames<'_>; 8] = Default::default();
    let mut shared_kinds = FxHashSet::default();
    for attribute in ClangAttribute::all(store)? {
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
            ParsedKindCode::Handled(shared_kind.unwrap_or(attribute.own_kind()))
        } else {
            ParsedKindCode::Ignored
        };
        for spelling in attribute.spellings()? {
            let syntax = spelling.syntax(attribute)?;
            if annotations_have_small_letters
                && syntax == AttrSyntax::HlslAnnotation
                && spelling.name.contains(|c: char| c.is_ascii_uppercase())
            {
                let message = "HLSLAnnotation Attribute must be lower case.";
                diagnostics
                    .push(error(Code::AttributeSpellings, spelling.record(), message).into());
            }
            let has_scope = matches!(syntax, AttrSyntax::Cxx11 | AttrSyntax::C23)
                && !spelling.namespace.is_empty();
            let text = if has_scope {
                [spelling.namespace, "::", spelling.name].concat().into()
            } else {
                spelling.parsed_name().into()
            };
            if let Some(index) = TESTS.iter().position(|(tested, _)| *tested == syntax) {
                names[index].push(ParsedKindName {
                    text,
                    attribute: attribute.record().into(),
                    kind,
                });
            }
        }
    }
    Ok(names)
}

fn matcher<'n, 's>(
    names: &'n [ParsedKindName<'s>],
) -> Result<StringMatcher<'n, ParsedKindCode<'s>>, FieldError> {
    let cases = names.iter().map(|name| (&*name.text, name.kind));
    StringMatcher::new(cases)
        .map_err(|DuplicateKey { first, second }| duplicate_name(&names[first], &names[second]))
}

fn duplicate_name(first: &ParsedKindName<'_>, second: &ParsedKindName<'_>) -> FieldError {
    let message = format!("Had duplicate keys to match on: '{}'", second.text);
    error(Code::AttributeSpellings, second.attribute, message)
        .label_record(first.attribute, "this attribute has the name too")
}

fn emit(matchers: &[StringMatcher<'_, ParsedKindCode<'_>>], w: &mut CppWriter<'_>) {
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
