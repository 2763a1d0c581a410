//! `--gen-directive-decl`: the header for a directive language.

mod versioned;

use std::fmt::Display;

use crate::support::directives::{
    Clause, DirectiveLanguage, DirectiveLayout, NamedRecord, formatted_name,
};
use tablewright_backend::{Backend, Failure, Job};
use tablewright_text::{CppWriter, line, text_block};

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
        DirectiveLayout::Names => job.write_cpp(|w| emit(&language, w)),
        DirectiveLayout::Versions | DirectiveLayout::LoopModifiers => {
            let model = versioned::DirectiveDeclModel::new(language)?;
            job.write_cpp(|w| versioned::emit(&model, w))
        }
    }
}

/// Iterates over the associations that are enumerators.
fn associations<'a>(
    language: &'a DirectiveLanguage<'a>,
) -> impl Iterator<Item = &'a NamedRecord<'a>> {
    language.associations.iter().filter(|kind| kind.record.name() != FROM_LEAVES)
}

fn emit(language: &DirectiveLanguage<'_>, w: &mut CppWriter) {
    let guard = format!("LLVM_{}_INC", language.name);
    line!(w, "#ifndef {guard}");
    line!(w, "#define {guard}");
    line!(w);
    line!(w, "#include \"llvm/ADT/ArrayRef.h\"");
    if language.enable_bitmask_enum {
        line!(w, "#include \"llvm/ADT/BitmaskEnum.h\"");
    }
    line!(w, "#include <cstddef>");
    line!(w);
    line!(w, "namespace llvm {{");
    line!(w, "class StringRef;");
    for namespace in language.namespaces() {
        line!(w, "namespace {namespace} {{");
    }
    emit_enumerations(language, w);
    emit_functions(language, w);
    for namespace in language.namespaces().rev() {
        line!(w, "}} // namespace {namespace}");
    }
    line!(w, "}} // namespace llvm");
    line!(w, "#endif // {guard}");
}

fn emit_enumerations(language: &DirectiveLanguage<'_>, w: &mut CppWriter) {
    if language.enable_bitmask_enum {
        w.raw("\nLLVM_ENABLE_BITMASK_ENUMS_IN_NAMESPACE();\n");
    }
    let associations = associations(language).map(|kind| formatted_name(kind.name));
    emit_counted_enumeration("Association", associations, w);
    let categories = language.categories.iter();
    emit_counted_enumeration("Category", categories.map(|kind| formatted_name(kind.name)), w);
    let directives = language.directives.iter();
    let directives = directives
        .map(|directive| format!("{}{}", language.directive_prefix, directive.formatted_name()));
    emit_counted_enumeration("Directive", directives.clone(), w);
    emit_constants(language, "Directive", directives, w);
    let clauses = language.clauses.iter();
    let clauses =
        clauses.map(|clause| format!("{}{}", language.clause_prefix, clause.formatted_name()));
    emit_counted_enumeration("Clause", clauses.clone(), w);
    emit_constants(language, "Clause", clauses, w);
    emit_clause_values(language, w);
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

fn emit_counted_enumeration(
    name: &str,
    enumerators: impl Iterator<Item = String>,
    w: &mut CppWriter,
) {
    let enumerators: Vec<String> = enumerators.collect();
    emit_enumeration(name, enumerators.iter(), w);
    line!(w);
    line!(w, "static constexpr std::size_t {name}_enumSize = {};", enumerators.len());
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
        DirectiveLayout::Versions | DirectiveLayout::LoopModifiers => String::new(),
    };
    for name in enumerators {
        line!(w, "constexpr auto {name} = {namespace}{enumeration}::{name};");
    }
}

fn emit_functions(language: &DirectiveLanguage<'_>, w: &mut CppWriter) {
    let name = language.name;
    let leaf_count = language.max_leaf_count();
    line!(w);
    // Tests of the format check the two comments.
    text_block!(
        w,
        "
        // Enumeration helper functions
        Directive get{name}DirectiveKind(llvm::StringRef Str);

        llvm::StringRef get{name}DirectiveName(Directive D);

        Clause get{name}ClauseKind(llvm::StringRef Str);

        llvm::StringRef get{name}ClauseName(Clause C);

        /// Return true if \\p C is a valid clause for \\p D in version \\p Version.
        bool isAllowedClauseForDirective(Directive D, Clause C, unsigned Version);

        constexpr std::size_t getMaxLeafCount() {{ return {leaf_count}; }}
        Association getDirectiveAssociation(Directive D);
        Category getDirectiveCategory(Directive D);
        "
    );
    let with_values = |clause: &Clause<'_>| clause.values.is_some();
    if language.make_enum_available && language.clauses.iter().any(with_values) {
        for values in language.clauses.iter().filter_map(|clause| clause.values.as_ref()) {
            let enumeration = values.enum_name;
            line!(w, "{enumeration} get{enumeration}(StringRef);");
            line!(w, "llvm::StringRef get{name}{enumeration}Name({enumeration});");
        }
        line!(w);
    }
}
