//! Functions on directives and clauses in the form with a name for each.

use crate::support::directives::{Clause, DirectiveId, LanguageDirective};
use tablewright_index::IndexVec;
use tablewright_text::{CppWriter, line};

use super::kinds::{emit_clause_values, emit_is_allowed, emit_property_switch};
use super::model::DirectiveImplModel;

pub(super) fn emit(model: &DirectiveImplModel<'_>, w: &mut CppWriter) {
    line!(w, "#include \"llvm/Support/ErrorHandling.h\"");
    let language = &model.language;
    let (directives, clauses) = (&language.directives, &language.clauses);
    let default_directive = directives[model.default_directive].formatted_name();
    let default_clause = clauses[model.default_clause].formatted_name();
    let directive_kinds = directives.iter().map(|d| (d.name, d.formatted_name()));
    emit_get_kind(
        model,
        "Directive",
        language.directive_prefix,
        directive_kinds,
        &default_directive,
        w,
    );
    let directive_names = directives.iter().map(directive_name);
    emit_get_name(model, "Directive", language.directive_prefix, directive_names, w);
    // Implicit clauses cannot be written in source text: their names give the default clause.
    let clause_kinds = clauses.iter().map(|clause| {
        let kind =
            if clause.is_implicit { default_clause.clone() } else { clause.formatted_name() };
        (clause.name, kind)
    });
    emit_get_kind(model, "Clause", language.clause_prefix, clause_kinds, &default_clause, w);
    emit_get_name(model, "Clause", language.clause_prefix, clauses.iter().map(clause_name), w);
    emit_clause_values(model, w);
    emit_is_allowed(model, w);
    emit_properties(model, w);
}

fn directive_name<'s>(directive: &LanguageDirective<'s>) -> (String, &'s str) {
    (directive.formatted_name(), shown_name(directive.name, directive.alternative_name))
}

fn clause_name<'s>(clause: &Clause<'s>) -> (String, &'s str) {
    (clause.formatted_name(), shown_name(clause.name, clause.alternative_name))
}

fn shown_name<'s>(name: &'s str, alternative: &'s str) -> &'s str {
    if alternative.is_empty() { name } else { alternative }
}

/// Writes the function that converts text to an enumerator.
fn emit_get_kind<'s>(
    model: &DirectiveImplModel<'_>,
    ty: &str,
    prefix: &str,
    kinds: impl Iterator<Item = (&'s str, String)>,
    default: &str,
    w: &mut CppWriter,
) {
    let (namespace, name) = (model.language.cpp_namespace, model.language.name);
    line!(w);
    line!(w, "{ty} llvm::{namespace}::get{name}{ty}Kind(llvm::StringRef Str) {{");
    line!(w, "  return llvm::StringSwitch<{ty}>(Str)");
    for (text, kind) in kinds {
        line!(w, "    .Case(\"{text}\",{prefix}{kind})");
    }
    line!(w, "    .Default({prefix}{default});");
    line!(w, "}}");
}

/// Writes the function that converts an enumerator to text.
fn emit_get_name<'s>(
    model: &DirectiveImplModel<'_>,
    ty: &str,
    prefix: &str,
    names: impl Iterator<Item = (String, &'s str)>,
    w: &mut CppWriter,
) {
    let (namespace, name) = (model.language.cpp_namespace, model.language.name);
    line!(w);
    line!(w, "llvm::StringRef llvm::{namespace}::get{name}{ty}Name({ty} Kind) {{");
    line!(w, "  switch (Kind) {{");
    for (kind, text) in names {
        line!(w, "    case {prefix}{kind}:");
        line!(w, "      return \"{text}\";");
    }
    line!(w, "  }}");
    line!(w, "  llvm_unreachable(\"Invalid {name} {ty} kind\");");
    line!(w, "}}");
}

/// Writes the functions that return a directive's association and category.
fn emit_properties(model: &DirectiveImplModel<'_>, w: &mut CppWriter) {
    let namespace = &format!("llvm::{}", model.language.cpp_namespace);
    let emit = |ty: &str, scope: &str, values: &IndexVec<DirectiveId, &str>, w: &mut CppWriter| {
        line!(w);
        write!(w, "{namespace}::{ty} {namespace}::getDirective{ty}(");
        line!(w, "{namespace}::Directive Dir) {{");
        let values = values.iter().map(|value| format!("{namespace}::{ty}::{value}"));
        emit_property_switch(model, scope, "Dir", values, w);
    };
    emit("Association", &format!("{namespace}::Directive::"), &model.associations, w);
    emit("Category", &format!("{namespace}::"), &model.categories, w);
}
