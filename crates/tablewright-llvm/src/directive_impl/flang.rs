//! Flang's tables for directives and clauses.

use crate::support::directives::{Clause, DirectiveLayout, LanguageDirective, VersionedClause};
use tablewright_text::{CppWriter, line};

use super::emit_part;
use super::model::DirectiveImplModel;

pub(super) fn emit(model: &DirectiveImplModel<'_>, w: &mut CppWriter) {
    emit_part("GEN_FLANG_DIRECTIVE_CLAUSE_SETS", w, |w| emit_clause_sets(model, w));
    emit_part("GEN_FLANG_DIRECTIVE_CLAUSE_MAP", w, |w| {
        let namespace = model.language.cpp_namespace;
        let kind = |directive: &LanguageDirective<'_>| {
            format!("llvm::{namespace}::Directive::{}", enumerator(model, directive))
        };
        emit_clause_map(model, "llvm", kind, w);
    });
    emit_part("GEN_FLANG_CLAUSE_PARSER_CLASSES", w, |w| emit_parser_classes(model, w));
    emit_part("GEN_FLANG_CLAUSE_PARSER_CLASSES_LIST", w, |w| emit_parser_class_list(model, w));
    emit_part("GEN_FLANG_DUMP_PARSE_TREE_CLAUSES", w, |w| emit_dump_nodes(model, w));
    emit_part("GEN_FLANG_CLAUSE_UNPARSE", w, |w| {
        for clause in model.language.clauses.iter().filter(|clause| !clause.skip_flang_unparser) {
            emit_unparse(model, clause, w);
        }
    });
    emit_part("GEN_FLANG_CLAUSE_CHECK_ENTER", w, |w| emit_check_prototypes(model, w));
    emit_part("GEN_FLANG_CLAUSE_PARSER_KIND_MAP", w, |w| emit_parser_kinds(model, w));
    emit_part("GEN_FLANG_CLAUSES_PARSER", w, |w| emit_parsers(model, w));
}

/// Returns a directive's clause sets, with their name prefixes.
pub(super) fn sets<'a>(
    directive: &'a LanguageDirective<'_>,
) -> [(&'static str, &'a [VersionedClause]); 4] {
    [
        ("allowedClauses_", &directive.allowed_clauses),
        ("allowedOnceClauses_", &directive.allowed_once_clauses),
        ("allowedExclusiveClauses_", &directive.allowed_exclusive_clauses),
        ("requiredClauses_", &directive.required_clauses),
    ]
}

fn emit_clause_sets(model: &DirectiveImplModel<'_>, w: &mut CppWriter) {
    let language = &model.language;
    let namespace = language.cpp_namespace;
    let has_joined_namespaces = language.layout != DirectiveLayout::Names;
    if has_joined_namespaces {
        line!(w, "namespace llvm::{namespace} {{");
    } else {
        line!(w, "namespace llvm {{");
        for namespace in language.namespaces() {
            line!(w, "namespace {namespace} {{");
        }
    }
    let indent = if has_joined_namespaces { "" } else { "  " };
    for (i, directive) in language.directives.iter().enumerate() {
        if !has_joined_namespaces || i == 0 {
            line!(w);
        }
        line!(w, "{indent}// Sets for {}", directive.name);
        for (prefix, clauses) in sets(directive) {
            let class = language.clause_enum_set_class;
            let name = directive.formatted_name();
            line!(w);
            line!(w, "{indent}static {class} {prefix}{}{name} {{", language.directive_prefix);
            for clause in clauses {
                let name = language.clauses[clause.clause].formatted_name();
                let prefix = language.clause_prefix;
                if has_joined_namespaces {
                    line!(w, "{indent}  Clause::{prefix}{name},");
                } else {
                    line!(w, "    llvm::{namespace}::Clause::{prefix}{name},");
                }
            }
            line!(w, "{indent}}};");
        }
    }
    if has_joined_namespaces {
        line!(w);
        line!(w, "}} // namespace llvm::{namespace}");
        return;
    }
    for namespace in language.namespaces().rev() {
        line!(w, "}} // namespace {namespace}");
    }
    line!(w, "}} // namespace llvm");
}

/// Writes the clause sets for each directive. `project` selects the sets, and `kind` qualifies directive names.
pub(super) fn emit_clause_map(
    model: &DirectiveImplModel<'_>,
    project: &str,
    kind: impl Fn(&LanguageDirective<'_>) -> String,
    w: &mut CppWriter,
) {
    let namespace = format!("{project}::{}", model.language.cpp_namespace);
    line!(w, "{{");
    for directive in &model.language.directives {
        line!(w, "  {{{},", kind(directive));
        line!(w, "    {{");
        for (prefix, _) in sets(directive) {
            line!(w, "      {namespace}::{prefix}{},", enumerator(model, directive));
        }
        line!(w, "    }}");
        line!(w, "  }},");
    }
    line!(w, "}}");
}

/// Returns a directive's enumerator.
fn enumerator(model: &DirectiveImplModel<'_>, directive: &LanguageDirective<'_>) -> String {
    format!("{}{}", model.language.directive_prefix, directive.formatted_name())
}

fn emit_parser_classes(model: &DirectiveImplModel<'_>, w: &mut CppWriter) {
    for clause in &model.language.clauses {
        let (name, class) = (clause.parser_class_name(), clause.flang_class);
        if class.is_empty() {
            line!(w, "EMPTY_CLASS({name});");
            continue;
        }
        let value = match (clause.is_value_optional, clause.is_value_list) {
            (true, true) => format!("std::optional<std::list<{class}>>"),
            (true, false) => format!("std::optional<{class}>"),
            (false, true) => format!("std::list<{class}>"),
            (false, false) => class.to_owned(),
        };
        line!(w, "WRAPPER_CLASS({name}, {value});");
    }
}

fn emit_parser_class_list(model: &DirectiveImplModel<'_>, w: &mut CppWriter) {
    for (i, clause) in model.language.clauses.iter().enumerate() {
        let separator = if i == 0 { "" } else { ", " };
        line!(w, "{separator}{}", clause.parser_class_name());
    }
}

fn emit_dump_nodes(model: &DirectiveImplModel<'_>, w: &mut CppWriter) {
    let base = model.language.flang_clause_base_class;
    for clause in &model.language.clauses {
        line!(w, "NODE({base}, {})", clause.parser_class_name());
    }
}

/// Writes the function that prints a clause as source text.
fn emit_unparse(model: &DirectiveImplModel<'_>, clause: &Clause<'_>, w: &mut CppWriter) {
    let base = model.language.flang_clause_base_class;
    let (class, word) = (clause.parser_class_name(), clause.name.to_ascii_uppercase());
    if clause.flang_class.is_empty() {
        line!(w, "void Before(const {base}::{class} &) {{ Word(\"{word}\"); }}");
        return;
    }
    let walk = if clause.is_value_list { "Walk(x.v, \",\");" } else { "Walk(x.v);" };
    w.block(format_args!("void Unparse(const {base}::{class} &x)"), "", |w| {
        line!(w, "Word(\"{word}\");");
        match (clause.is_value_optional, clause.default_value) {
            (true, "") => line!(w, "Walk(\"(\", x.v, \")\");"),
            (true, default) => {
                line!(w, "Put(\"(\");");
                line!(w, "if (x.v.has_value())");
                line!(w, "  {walk}");
                line!(w, "else");
                line!(w, "  Put(\"{default}\");");
                line!(w, "Put(\")\");");
            }
            (false, _) => {
                line!(w, "Put(\"(\");");
                line!(w, "{walk}");
                line!(w, "Put(\")\");");
            }
        }
    });
}

fn emit_check_prototypes(model: &DirectiveImplModel<'_>, w: &mut CppWriter) {
    let base = model.language.flang_clause_base_class;
    for clause in &model.language.clauses {
        line!(w, "void Enter(const parser::{base}::{} &);", clause.parser_class_name());
    }
}

fn emit_parser_kinds(model: &DirectiveImplModel<'_>, w: &mut CppWriter) {
    let language = &model.language;
    let base = language.flang_clause_base_class;
    for clause in &language.clauses {
        let class = clause.parser_class_name();
        let name = format!("{}{}", language.clause_prefix, clause.formatted_name());
        line!(w, "if constexpr (std::is_same_v<A, parser::{base}::{class}>)");
        line!(w, "  return llvm::{}::Clause::{name};", language.cpp_namespace);
    }
    line!(w, "llvm_unreachable(\"Invalid {} Parser clause\");", language.name);
}

fn emit_parsers(model: &DirectiveImplModel<'_>, w: &mut CppWriter) {
    let base = model.language.flang_clause_base_class;
    line!(w, "TYPE_PARSER(");
    for (i, &(name, clause)) in model.clauses_to_parse.iter().enumerate() {
        let clause = &model.language.clauses[clause];
        let class = clause.parser_class_name();
        match &clause.aliases[..] {
            [] => write!(w, "  \"{name}\""),
            aliases => {
                write!(w, "  (\"{name}\"_tok");
                aliases.iter().for_each(|alias| write!(w, " || \"{alias}\"_tok"));
                w.raw(")");
            }
        }
        write!(
            w,
            " >> construct<{base}>(construct<{base}::{class}>({}))",
            value_parser(model, clause)
        );
        w.raw(if i + 1 == model.clauses_to_parse.len() { "\n" } else { " ||\n" });
    }
    line!(w, ")");
}

/// Returns the parser for a clause value; empty for a clause without a value.
fn value_parser(model: &DirectiveImplModel<'_>, clause: &Clause<'_>) -> String {
    if clause.flang_class.is_empty() {
        return String::new();
    }
    let of_class = class_parser(clause.flang_class);
    let colon = if model.language.layout == DirectiveLayout::PureVersions { " :" } else { ":" };
    let value = match (clause.prefix, clause.is_prefix_optional) {
        ("", _) => of_class,
        (prefix, true) => format!("\"{prefix}{colon}\" >> {of_class} || {of_class}"),
        (prefix, false) => format!("\"{prefix}{colon}\" >> {of_class}"),
    };
    let values = if clause.is_value_list { format!("nonemptyList({value})") } else { value };
    if clause.is_value_optional {
        format!("maybe(parenthesized({values}))")
    } else {
        format!("parenthesized({values})")
    }
}

/// Returns the parser for a class: some Flang parsers have special names.
fn class_parser(class: &str) -> String {
    match class {
        "Name" => "name".to_owned(),
        "ScalarIntConstantExpr" => "scalarIntConstantExpr".to_owned(),
        "ScalarIntExpr" => "scalarIntExpr".to_owned(),
        "ScalarExpr" => "scalarExpr".to_owned(),
        "ScalarLogicalExpr" => "scalarLogicalExpr".to_owned(),
        _ => format!("Parser<{class}>{{}}"),
    }
}
