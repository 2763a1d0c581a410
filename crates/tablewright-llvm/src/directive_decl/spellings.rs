//! The header in the form with spellings, which belong to versions of the language.

use tablewright_index::IndexVec;
use tablewright_records::FieldError;
use tablewright_text::{CppWriter, line, text_block};

use super::{associations, emit_clause_values, emit_constants};
use crate::support::directive_associations::{Associations, categories};
use crate::support::directive_switch::emit_directive_switch;
use crate::support::directives::{
    DirectiveId, DirectiveLanguage, DirectiveLayout, LanguageDirective, NEVER_PURE, TYPED_VERSIONS,
    formatted_name,
};

pub(super) struct DirectiveDeclModel<'s> {
    language: DirectiveLanguage<'s>,
    /// Return types for the header's functions, in releases whose headers have these functions.
    properties: Option<DirectiveDeclProperties<'s>>,
}

/// Directive properties.
struct DirectiveDeclProperties<'s> {
    associations: IndexVec<DirectiveId, &'s str>,
    categories: IndexVec<DirectiveId, &'s str>,
}

impl<'s> DirectiveDeclModel<'s> {
    pub(super) fn new(
        language: DirectiveLanguage<'s>,
    ) -> Result<DirectiveDeclModel<'s>, FieldError> {
        let properties = match language.layout {
            DirectiveLayout::Names | DirectiveLayout::Versions => None,
            DirectiveLayout::LoopModifiers | DirectiveLayout::PureVersions => {
                Some(DirectiveDeclProperties {
                    associations: Associations::for_language(&language)?,
                    categories: categories(&language)?,
                })
            }
        };
        Ok(DirectiveDeclModel { language, properties })
    }
}

pub(super) fn emit(model: &DirectiveDeclModel<'_>, w: &mut CppWriter) {
    let language = &model.language;
    let guard = format!("LLVM_{}_INC", language.name);
    line!(w, "#ifndef {guard}");
    line!(w, "#define {guard}");
    line!(w);
    emit_includes(model, w);
    line!(w, "namespace llvm {{");
    line!(w);
    let namespace = language.cpp_namespace;
    line!(w, "namespace {namespace} {{");
    emit_enumerations(model, w);
    if let Some(properties) = &model.properties {
        emit_properties(language, properties, w);
    }
    emit_functions(model, w);
    line!(w);
    line!(w, "}} // namespace {namespace}");
    line!(w);
    emit_iteration_traits(model, w);
    line!(w, "}} // namespace llvm");
    line!(w);
    line!(w, "#endif // {guard}");
    line!(w);
}

fn emit_includes(model: &DirectiveDeclModel<'_>, w: &mut CppWriter) {
    line!(w, "#include \"llvm/ADT/ArrayRef.h\"");
    if model.language.enable_bitmask_enum {
        line!(w, "#include \"llvm/ADT/BitmaskEnum.h\"");
    }
    line!(w, "#include \"llvm/ADT/Sequence.h\"");
    if model.properties.is_some() {
        line!(w, "#include \"llvm/ADT/STLExtras.h\"");
    }
    line!(w, "#include \"llvm/ADT/StringRef.h\"");
    line!(w, "#include \"llvm/Frontend/Directive/Spelling.h\"");
    let language = &model.language;
    if language.layout == DirectiveLayout::PureVersions && language.name == TYPED_VERSIONS {
        line!(w, "#include \"llvm/Frontend/OpenMP/OMPVersion.h\"");
    }
    line!(w, "#include \"llvm/Support/Compiler.h\"");
    line!(w, "#include <cstddef>");
    line!(w, "#include <utility>");
    line!(w);
}

fn emit_enumerations(model: &DirectiveDeclModel<'_>, w: &mut CppWriter) {
    let language = &model.language;
    if language.enable_bitmask_enum {
        w.raw("\nLLVM_ENABLE_BITMASK_ENUMS_IN_NAMESPACE();\n");
    }
    let names = associations(language).map(|kind| formatted_name(kind.name));
    emit_iterable_enumeration("Association", &names.collect::<Vec<_>>(), w);
    let names = language.categories.iter().map(|kind| formatted_name(kind.name));
    emit_iterable_enumeration("Category", &names.collect::<Vec<_>>(), w);
    emit_source_languages(language, w);
    let directives: Vec<String> = language
        .directives
        .iter()
        .map(|directive| format!("{}{}", language.directive_prefix, directive.formatted_name()))
        .collect();
    emit_iterable_enumeration("Directive", &directives, w);
    emit_constants(language, "Directive", directives.iter(), w);
    let clauses: Vec<String> = language
        .clauses
        .iter()
        .map(|clause| format!("{}{}", language.clause_prefix, clause.formatted_name()))
        .collect();
    emit_iterable_enumeration("Clause", &clauses, w);
    emit_constants(language, "Clause", clauses.iter(), w);
    if model.properties.is_some() {
        let prefix = language.loop_modifier_prefix;
        let name = |name: &str| format!("{prefix}{}", formatted_name(name));
        let modifiers: Vec<String> =
            language.loop_modifiers.iter().map(|modifier| name(modifier.name)).collect();
        emit_iterable_enumeration("LoopModifier", &modifiers, w);
        emit_constants(language, "LoopModifier", modifiers.iter(), w);
    }
    emit_clause_values(language, w);
}

/// Writes an enumeration with enumerators for its first and last elements.
fn emit_iterable_enumeration(name: &str, enumerators: &[String], w: &mut CppWriter) {
    line!(w);
    w.block(format_args!("enum class {name}"), ";", |w| {
        for (i, enumerator) in enumerators.iter().enumerate() {
            line!(w, "{enumerator},");
            if i == 0 {
                line!(w, "First_ = {enumerator},");
            }
        }
        if let Some(last) = enumerators.last() {
            line!(w, "Last_ = {last},");
        }
    });
    line!(w);
    line!(w, "static constexpr std::size_t {name}_enumSize = {};", enumerators.len());
}

/// Writes the programming languages as bits.
fn emit_source_languages(language: &DirectiveLanguage<'_>, w: &mut CppWriter) {
    line!(w);
    w.block("enum class SourceLanguage : uint32_t", ";", |w| {
        let languages = &language.source_languages;
        for (bit, language) in languages.iter().enumerate() {
            line!(w, "{} = {}U,", formatted_name(language.name), 1u128 << bit.min(127));
        }
        if let Some(last) = languages.last() {
            let last = formatted_name(last.name);
            line!(w, "LLVM_MARK_AS_BITMASK_ENUM(/*LargestValue=*/{last})");
        }
    });
    line!(w);
    let count = language.source_languages.len();
    line!(w, "static constexpr std::size_t SourceLanguage_enumSize = {count};");
}

fn emit_properties(
    language: &DirectiveLanguage<'_>,
    properties: &DirectiveDeclProperties<'_>,
    w: &mut CppWriter,
) {
    line!(w);
    line!(w, "// Constexpr functions.");
    line!(w);
    line!(w, "constexpr Association getDirectiveAssociation(Directive Dir) {{");
    let associations = properties.associations.iter().map(|name| format!("Association::{name}"));
    emit_property_switch(language, "Dir", associations, w);
    line!(w);
    line!(w, "constexpr Category getDirectiveCategory(Directive Dir) {{");
    let categories = properties.categories.iter().map(|name| format!("Category::{name}"));
    emit_property_switch(language, "Dir", categories, w);
    if language.layout == DirectiveLayout::PureVersions {
        emit_pure_since(language, w);
    }
    line!(w);
    line!(w, "constexpr SourceLanguage getDirectiveLanguages(Directive D) {{");
    let languages = language.directives.iter().map(|directive| directive.language_set());
    emit_property_switch(language, "D", languages, w);
}

/// Writes the function that returns a directive's first pure version.
fn emit_pure_since(language: &DirectiveLanguage<'_>, w: &mut CppWriter) {
    let ty = language.version_type();
    let is_pure = |directive: &&LanguageDirective<'_>| directive.pure_since != NEVER_PURE;
    line!(w);
    if !language.directives.iter().any(|directive| is_pure(&directive)) {
        line!(w, "constexpr {ty} getDirectivePureSince(Directive) {{");
        line!(w, "  return {ty}({NEVER_PURE});");
        line!(w, "}}");
        return;
    }
    line!(w, "constexpr {ty} getDirectivePureSince(Directive Dir) {{");
    line!(w, "  switch (Dir) {{");
    for directive in language.directives.iter().filter(is_pure) {
        line!(w, "  case {}{}:", language.directive_prefix, directive.formatted_name());
        line!(w, "    return {ty}({});", directive.pure_since);
    }
    line!(w, "  default:");
    line!(w, "    return {ty}({NEVER_PURE});");
    line!(w, "  }} // switch (Dir)");
    line!(w, "}}");
}

fn emit_property_switch(
    language: &DirectiveLanguage<'_>,
    parameter: &str,
    values: impl Iterator<Item = String>,
    w: &mut CppWriter,
) {
    emit_directive_switch(language, "", parameter, values, w);
    // A constant expression must not contain `llvm_unreachable` in old compilers.
    w.text_block(
        "
        #if !defined(__clang__) && defined(__GNUC__) && __GNUC__ < 9
          abort();
        #else
          llvm_unreachable(\"Unexpected directive\");
        #endif
        }
        ",
    );
}

fn emit_functions(model: &DirectiveDeclModel<'_>, w: &mut CppWriter) {
    let language = &model.language;
    let name = language.name;
    let leaf_count = language.max_leaf_count();
    let (ty, version) = match language.layout {
        DirectiveLayout::PureVersions => (language.version_type(), "V"),
        DirectiveLayout::Names | DirectiveLayout::Versions | DirectiveLayout::LoopModifiers => {
            ("unsigned", "Version")
        }
    };
    let default = match language.layout {
        DirectiveLayout::PureVersions => format!("{ty} V = {ty}(0)"),
        DirectiveLayout::Names | DirectiveLayout::Versions | DirectiveLayout::LoopModifiers => {
            "unsigned Ver = 0".to_owned()
        }
    };
    line!(w);
    // Tests of the format check the two comments.
    text_block!(
        w,
        "
        // Enumeration helper functions
        LLVM_ABI std::pair<Directive, directive::VersionRange> get{name}DirectiveKindAndVersions(StringRef Str);
        inline Directive get{name}DirectiveKind(StringRef Str) {{
          return get{name}DirectiveKindAndVersions(Str).first;
        }}

        LLVM_ABI StringRef get{name}DirectiveName(Directive D, {default});

        LLVM_ABI std::pair<Clause, directive::VersionRange> get{name}ClauseKindAndVersions(StringRef Str);

        inline Clause get{name}ClauseKind(StringRef Str) {{
          return get{name}ClauseKindAndVersions(Str).first;
        }}

        LLVM_ABI StringRef get{name}ClauseName(Clause C, {default});

        /// Return true if \\p C is a valid clause for \\p D in version \\p {version}.
        LLVM_ABI bool isAllowedClauseForDirective(Directive D, Clause C, {ty} {version});

        constexpr std::size_t getMaxLeafCount() {{ return {leaf_count}; }}
        "
    );
    if model.properties.is_some() {
        line!(w, "LLVM_ABI bool isAllowedLoopModifier(Directive D, LoopModifier LM);");
        line!(w, "LLVM_ABI StringRef getLoopModifierName(LoopModifier LM, {default});");
    } else {
        line!(w, "LLVM_ABI Association getDirectiveAssociation(Directive D);");
        line!(w, "LLVM_ABI Category getDirectiveCategory(Directive D);");
        line!(w, "LLVM_ABI SourceLanguage getDirectiveLanguages(Directive D);");
    }
    if language.make_enum_available {
        for values in language.clauses.iter().filter_map(|clause| clause.values.as_ref()) {
            let enumeration = values.enum_name;
            line!(w, "LLVM_ABI {enumeration} get{enumeration}(StringRef Str);");
            line!(w, "LLVM_ABI StringRef get{name}{enumeration}Name({enumeration} x);");
        }
    }
}

/// Lets loops run over the enumerators.
fn emit_iteration_traits(model: &DirectiveDeclModel<'_>, w: &mut CppWriter) {
    let namespace = model.language.cpp_namespace;
    let modifiers = model.properties.as_ref().map(|_| "LoopModifier");
    for name in ["Association", "Category", "Directive", "Clause"].into_iter().chain(modifiers) {
        text_block!(
            w,
            "
            template <> struct enum_iteration_traits<{namespace}::{name}> {{
              static constexpr bool is_iterable = true;
            }};

            "
        );
    }
}
