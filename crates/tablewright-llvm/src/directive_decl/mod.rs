//! `--gen-directive-decl`: the header for a directive language.
//!
//! A release has one of two forms, each with a module: `names` and `spellings`.

mod names;
mod spellings;

use std::fmt::Display;

use crate::support::directives::{DirectiveLanguage, DirectiveLayout, NamedRecord};
use tablewright_backend::{Backend, Failure, Job};
use tablewright_text::{CppWriter, line};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-directive-decl",
    help: "Generate directive related declaration code (header file)",
    options: &[],
    run,
};

/// The association of a directive that is derived from its leaves. It is not an enumerator.
const FROM_LEAVES: &str = "AS_FromLeaves";

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let language = DirectiveLanguage::collect(job.store, job.diagnostics)?;
    match language.layout {
        DirectiveLayout::Names => job.write_cpp(|w| names::emit(&language, w)),
        DirectiveLayout::Versions
        | DirectiveLayout::LoopModifiers
        | DirectiveLayout::PureVersions => {
            let model = spellings::DirectiveDeclModel::new(language)?;
            job.write_cpp(|w| spellings::emit(&model, w))
        }
    }
}

/// Iterates over the associations that are enumerators.
fn associations<'a>(
    language: &'a DirectiveLanguage<'a>,
) -> impl Iterator<Item = &'a NamedRecord<'a>> {
    language.associations.iter().filter(|kind| kind.record.name() != FROM_LEAVES)
}

fn emit_clause_values(language: &DirectiveLanguage<'_>, w: &mut CppWriter) {
    for values in language.clauses.iter().filter_map(|clause| clause.values.as_ref()) {
        let rows = values.values.iter();
        let rows = rows.map(|value| format!("{}={}", value.enumerator, value.number));
        emit_enumeration(values.enum_name, rows, w);
        let names = values.values.iter().map(|value| value.enumerator);
        emit_constants(language, values.enum_name, names, w);
    }
}

fn emit_enumeration(
    name: &str,
    enumerators: impl Iterator<Item = impl Display>,
    w: &mut CppWriter,
) {
    line!(w);
    w.block(format_args!("enum class {name}"), ";", |w| {
        for enumerator in enumerators {
            line!(w, "{enumerator},");
        }
    });
}

/// Writes constants for the enumerators outside their enumeration, if the language requests them.
fn emit_constants(
    language: &DirectiveLanguage<'_>,
    enumeration: &str,
    enumerators: impl Iterator<Item = impl Display>,
    w: &mut CppWriter,
) {
    if !language.make_enum_available {
        return;
    }
    line!(w);
    let namespace = match language.layout {
        DirectiveLayout::Names => format!("llvm::{}::", language.cpp_namespace),
        DirectiveLayout::Versions
        | DirectiveLayout::LoopModifiers
        | DirectiveLayout::PureVersions => String::new(),
    };
    for name in enumerators {
        line!(w, "constexpr auto {name} = {namespace}{enumeration}::{name};");
    }
}
