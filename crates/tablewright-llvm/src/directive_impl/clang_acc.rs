//! Clang's tables for OpenACC: the clauses allowed on each directive.

use crate::support::directives::{Clause, LanguageDirective};
use tablewright_text::{CppWriter, line};

use super::emit_part;
use super::flang::{emit_clause_map, sets};
use super::model::DirectiveImplModel;

/// Language with these file parts. Clang has separate tables for other languages.
pub(super) const LANGUAGE: &str = "OpenACC";

pub(super) fn emit(model: &DirectiveImplModel<'_>, w: &mut CppWriter) {
    emit_part("GEN_CLANG_DIRECTIVE_CLAUSE_SETS", w, |w| emit_clause_sets(model, w));
    emit_part("GEN_CLANG_DIRECTIVE_CLAUSE_MAP", w, |w| {
        let kind = |directive: &LanguageDirective<'_>| {
            format!("clang::OpenACCDirectiveKind::{}", directive_kind(directive))
        };
        emit_clause_map(model, "clang", kind, w);
    });
}

/// Returns the name of a clause in Clang's kinds.
fn clause_kind(clause: &Clause<'_>) -> String {
    match clause.clang_acc_spelling {
        "" => clause.parser_class_name(),
        explicit => explicit.to_owned(),
    }
}

/// A directive with another name in Clang, and this name.
const UNKNOWN: (&str, &str) = ("unknown", "Invalid");

/// Returns the name of a directive in Clang's kinds: the words with capital initials.
fn directive_kind(directive: &LanguageDirective<'_>) -> String {
    let (unknown, kind) = UNKNOWN;
    if directive.name == unknown {
        return kind.to_owned();
    }
    let mut name = String::with_capacity(directive.name.len());
    for word in directive.name.split([' ', '_']) {
        let mut letters = word.chars();
        name.extend(letters.next().map(|initial| initial.to_ascii_uppercase()));
        name.push_str(letters.as_str());
    }
    name
}

fn emit_clause_sets(model: &DirectiveImplModel<'_>, w: &mut CppWriter) {
    let language = &model.language;
    let namespace = format!("clang::{}", language.cpp_namespace);
    line!(w, "namespace {namespace} {{");
    for (i, directive) in language.directives.iter().enumerate() {
        if i == 0 {
            line!(w);
        }
        line!(w, "// Sets for {}", directive.name);
        for (prefix, clauses) in sets(directive) {
            let class = language.clause_enum_set_class;
            let name = directive.formatted_name();
            line!(w);
            line!(w, "static {class} {prefix}{}{name} {{", language.directive_prefix);
            for clause in clauses {
                let kind = clause_kind(&language.clauses[clause.clause]);
                line!(w, "  OpenACCClauseKind::{kind},");
            }
            line!(w, "}};");
        }
    }
    line!(w);
    line!(w, "}} // namespace {namespace}");
}
