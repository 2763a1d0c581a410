//! Functions on directives, clauses and their values that both forms have.

use crate::support::directive_switch::emit_directive_switch;
use crate::support::directives::{ClauseValues, DirectiveLayout, VersionedClause};
use tablewright_text::{CppWriter, line};

use super::model::DirectiveImplModel;

/// Writes the functions that read and name the values of each clause with fixed values.
pub(super) fn emit_clause_values(model: &DirectiveImplModel<'_>, w: &mut CppWriter) {
    for (clause, default) in model.language.clauses.iter().zip(&model.default_values) {
        if let (Some(values), Some(default)) = (&clause.values, default) {
            emit_values(model, values, default, w);
        }
    }
}

fn emit_values(
    model: &DirectiveImplModel<'_>,
    values: &ClauseValues<'_>,
    default: &str,
    w: &mut CppWriter,
) {
    let namespace = format!("llvm::{}", model.language.cpp_namespace);
    let (name, ty) = (model.language.name, values.enum_name);
    // The forms qualify different names.
    let (of_result, of_switch) = match model.language.layout {
        DirectiveLayout::Names => (String::new(), "llvm::"),
        DirectiveLayout::Versions
        | DirectiveLayout::LoopModifiers
        | DirectiveLayout::PureVersions => (format!("{namespace}::"), ""),
    };
    line!(w);
    line!(w, "{of_result}{ty} {namespace}::get{ty}(llvm::StringRef Str) {{");
    line!(w, "  return {of_switch}StringSwitch<{ty}>(Str)");
    for value in &values.values {
        line!(w, "    .Case(\"{}\",{})", value.formatted_name(), value.enumerator);
    }
    line!(w, "    .Default({default});");
    line!(w, "}}");
    line!(w);
    line!(w, "llvm::StringRef {namespace}::get{name}{ty}Name({namespace}::{ty} x) {{");
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
        DirectiveLayout::Versions
        | DirectiveLayout::LoopModifiers
        | DirectiveLayout::PureVersions => (format!("{namespace}::"), String::new()),
    };
    line!(w);
    write!(w, "bool {namespace}::isAllowedClauseForDirective(");
    let has_type = language.layout == DirectiveLayout::PureVersions;
    let version = if has_type { language.version_type() } else { "unsigned" };
    let parameter = if has_type { "V" } else { "Version" };
    line!(w, "{of_types}Directive D, {of_types}Clause C, {version} {parameter}) {{");
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
        if language.layout == DirectiveLayout::PureVersions {
            line!(w, "          return V >= {min_version} && V <= {max_version};");
        } else {
            line!(w, "          return {min_version} <= Version && {max_version} >= Version;");
        }
    }
    line!(w, "        default:");
    line!(w, "          return false;");
    line!(w, "      }}");
}

/// Writes the body of a function that returns a value for each directive. `scope` qualifies the
/// enumerators.
pub(super) fn emit_property_switch(
    model: &DirectiveImplModel<'_>,
    scope: &str,
    parameter: &str,
    values: impl Iterator<Item = String>,
    w: &mut CppWriter,
) {
    emit_directive_switch(&model.language, scope, parameter, values, w);
    line!(w, "  llvm_unreachable(\"Unexpected directive\");");
    line!(w, "}}");
}
