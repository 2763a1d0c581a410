//! Functions on directives, clauses and their values.

use crate::support::directives::{
    Clause, ClauseValues, DirectiveLayout, LanguageDirective, VersionedClause,
};
use tablewright_text::{CppWriter, line};

use super::model::DirectiveImplModel;

pub(super) fn emit(model: &DirectiveImplModel<'_>, w: &mut CppWriter) {
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
    for (clause, default) in clauses.iter().zip(&model.default_values) {
        if let (Some(values), Some(default)) = (&clause.values, default) {
            emit_clause_values(model, values, default, w);
        }
    }
    emit_is_allowed(model, w);
    emit_get_association(model, w);
    emit_get_category(model, w);
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

/// Writes both functions for a clause's values.
fn emit_clause_values(
    model: &DirectiveImplModel<'_>,
    values: &ClauseValues<'_>,
    default: &str,
    w: &mut CppWriter,
) {
    let (namespace, name) = (model.language.cpp_namespace, model.language.name);
    let ty = values.enum_name;
    line!(w);
    line!(w, "{ty} llvm::{namespace}::get{ty}(llvm::StringRef Str) {{");
    line!(w, "  return llvm::StringSwitch<{ty}>(Str)");
    emit_value_cases(values, default, w);
    line!(w);
    write!(w, "llvm::StringRef llvm::{namespace}::get{name}{ty}Name(");
    line!(w, "llvm::{namespace}::{ty} x) {{");
    emit_value_names(values, name, w);
}

/// Writes the end of the function that reads a clause's values.
pub(super) fn emit_value_cases(values: &ClauseValues<'_>, default: &str, w: &mut CppWriter) {
    for value in &values.values {
        line!(w, "    .Case(\"{}\",{})", value.formatted_name(), value.enumerator);
    }
    line!(w, "    .Default({default});");
    line!(w, "}}");
}

/// Writes the body of the function that names a clause's values. `name` is the language name.
pub(super) fn emit_value_names(values: &ClauseValues<'_>, name: &str, w: &mut CppWriter) {
    let ty = values.enum_name;
    line!(w, "  switch (x) {{");
    for value in &values.values {
        line!(w, "    case {}:", value.enumerator);
        line!(w, "      return \"{}\";", value.formatted_name());
    }
    line!(w, "  }}");
    line!(w, "  llvm_unreachable(\"Invalid {name} {ty} kind\");");
    line!(w, "}}");
}

/// Writes the function that checks whether a directive allows a clause.
pub(super) fn emit_is_allowed(model: &DirectiveImplModel<'_>, w: &mut CppWriter) {
    let language = &model.language;
    let namespace = format!("llvm::{}", language.cpp_namespace);
    // Older releases qualify the first with a namespace, newer releases the second.
    let (of_types, of_sizes) = match language.layout {
        DirectiveLayout::Names => (String::new(), format!("{namespace}::")),
        DirectiveLayout::Versions | DirectiveLayout::LoopModifiers => {
            (format!("{namespace}::"), String::new())
        }
    };
    line!(w);
    write!(w, "bool {namespace}::isAllowedClauseForDirective(");
    line!(w, "{of_types}Directive D, {of_types}Clause C, unsigned Version) {{");
    line!(w, "  assert(unsigned(D) <= {of_sizes}Directive_enumSize);");
    line!(w, "  assert(unsigned(C) <= {of_sizes}Clause_enumSize);");
    line!(w, "  switch (D) {{");
    for (directive, clauses) in language.directives.iter().zip(&model.allowed_clauses) {
        line!(w, "    case {}{}:", language.directive_prefix, directive.formatted_name());
        if clauses.is_empty() {
            line!(w, "      return false;");
        } else {
            emit_allowed_clauses(model, clauses, w);
        }
        line!(w, "      break;");
    }
    line!(w, "  }}");
    line!(w, "  llvm_unreachable(\"Invalid {} Directive kind\");", language.name);
    line!(w, "}}");
}

fn emit_allowed_clauses(
    model: &DirectiveImplModel<'_>,
    clauses: &[VersionedClause],
    w: &mut CppWriter,
) {
    let language = &model.language;
    line!(w, "      switch (C) {{");
    for VersionedClause { clause, min_version, max_version } in clauses {
        let name = language.clauses[*clause].formatted_name();
        line!(w, "        case {}{name}:", language.clause_prefix);
        line!(w, "          return {min_version} <= Version && {max_version} >= Version;");
    }
    line!(w, "        default:");
    line!(w, "          return false;");
    line!(w, "      }}");
}

fn emit_get_association(model: &DirectiveImplModel<'_>, w: &mut CppWriter) {
    let language = &model.language;
    let namespace = format!("llvm::{}", language.cpp_namespace);
    line!(w);
    write!(w, "{namespace}::Association {namespace}::getDirectiveAssociation(");
    line!(w, "{namespace}::Directive Dir) {{");
    line!(w, "  switch (Dir) {{");
    for (directive, association) in language.directives.iter().zip(&model.associations) {
        let name = directive.formatted_name();
        line!(w, "  case {namespace}::Directive::{}{name}:", language.directive_prefix);
        line!(w, "    return {namespace}::Association::{association};");
    }
    line!(w, "  }} // switch (Dir)");
    line!(w, "  llvm_unreachable(\"Unexpected directive\");");
    line!(w, "}}");
}

fn emit_get_category(model: &DirectiveImplModel<'_>, w: &mut CppWriter) {
    let language = &model.language;
    let namespace = format!("llvm::{}", language.cpp_namespace);
    line!(w);
    write!(w, "{namespace}::Category {namespace}::getDirectiveCategory(");
    line!(w, "{namespace}::Directive Dir) {{");
    line!(w, "  switch (Dir) {{");
    for (directive, category) in language.directives.iter().zip(&model.categories) {
        let name = directive.formatted_name();
        line!(w, "  case {namespace}::{}{name}:", language.directive_prefix);
        line!(w, "    return {namespace}::Category::{category};");
    }
    line!(w, "  }} // switch (Dir)");
    line!(w, "  llvm_unreachable(\"Unexpected directive\");");
    line!(w, "}}");
}
