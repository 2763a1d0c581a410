//! The header in the form with a name for each directive and clause.

use crate::support::directives::{Clause, DirectiveLanguage, formatted_name};
use tablewright_text::{CppWriter, line, text_block};

use super::{associations, emit_clause_values, emit_constants, emit_enumeration};

pub(super) fn emit(language: &DirectiveLanguage<'_>, w: &mut CppWriter) {
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
