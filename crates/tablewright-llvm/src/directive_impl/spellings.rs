//! Functions on directives and clauses in the form with spellings, which belong to versions of the
//! language.

use std::fmt::Display;

use crate::support::directives::{
    DirectiveLayout, DirectiveSpelling, LoopModifier, formatted_name,
};
use tablewright_text::{CppWriter, line};

use super::kinds::{emit_clause_values, emit_is_allowed, emit_property_switch};
use super::model::DirectiveImplModel;

/// The kind of something, with its spellings.
struct SpelledKind<'a> {
    /// The enumerator.
    name: String,
    spellings: &'a [DirectiveSpelling<'a>],
}

pub(super) fn emit(model: &DirectiveImplModel<'_>, w: &mut CppWriter) {
    line!(w, "#include \"llvm/Frontend/Directive/Spelling.h\"");
    line!(w, "#include \"llvm/Support/ErrorHandling.h\"");
    line!(w, "#include <utility>");
    let language = &model.language;
    let (directives, clauses) = (&language.directives, &language.clauses);
    let directive = |name: String| format!("{}{name}", language.directive_prefix);
    let clause = |name: String| format!("{}{name}", language.clause_prefix);
    let default = directive(directives[model.default_directive].formatted_name());
    let kinds: Vec<SpelledKind<'_>> = directives
        .iter()
        .map(|d| SpelledKind { name: directive(d.formatted_name()), spellings: &d.spellings })
        .collect();
    emit_get_kind(model, "Directive", &kinds, &default, w);
    emit_get_name(model, "Directive", &format!("get{}Directive", language.name), &kinds, w);
    let default = clause(clauses[model.default_clause].formatted_name());
    // Implicit clauses cannot be written in source text: their names give the default clause.
    let kind = |is_implicit: bool, name: String| if is_implicit { default.clone() } else { name };
    let written: Vec<SpelledKind<'_>> = clauses
        .iter()
        .map(|c| SpelledKind {
            name: kind(c.is_implicit, clause(c.formatted_name())),
            spellings: &c.spellings,
        })
        .collect();
    emit_get_kind(model, "Clause", &written, &default, w);
    let named: Vec<SpelledKind<'_>> = clauses
        .iter()
        .map(|c| SpelledKind { name: clause(c.formatted_name()), spellings: &c.spellings })
        .collect();
    emit_get_name(model, "Clause", &format!("get{}Clause", language.name), &named, w);
    emit_clause_values(model, w);
    emit_is_allowed(model, w);
    match language.layout {
        DirectiveLayout::Names | DirectiveLayout::Versions => emit_properties(model, w),
        DirectiveLayout::LoopModifiers | DirectiveLayout::PureVersions => {
            emit_is_allowed_loop_modifier(model, w);
            let kind = |modifier: &LoopModifier<'_>| {
                format!("{}{}", language.loop_modifier_prefix, formatted_name(modifier.name))
            };
            let modifiers: Vec<SpelledKind<'_>> = language
                .loop_modifiers
                .iter()
                .map(|m| SpelledKind { name: kind(m), spellings: &m.spellings })
                .collect();
            emit_get_name(model, "LoopModifier", "getLoopModifier", &modifiers, w);
        }
    }
}

/// Writes the function that converts text to an enumerator, with the versions that have the text.
fn emit_get_kind(
    model: &DirectiveImplModel<'_>,
    ty: &str,
    kinds: &[SpelledKind<'_>],
    default: &str,
    w: &mut CppWriter,
) {
    let namespace = format!("llvm::{}", model.language.cpp_namespace);
    let name = model.language.name;
    line!(w);
    write!(w, "std::pair<{namespace}::{ty}, llvm::directive::VersionRange> ");
    line!(w, "{namespace}::get{name}{ty}KindAndVersions(llvm::StringRef Str) {{");
    line!(w, "  directive::VersionRange All; // Default-initialized to \"all versions\"");
    line!(w, "  return StringSwitch<std::pair<{ty}, directive::VersionRange>>(Str)");
    for SpelledKind { name, spellings } in kinds {
        for spelling in *spellings {
            write!(w, "    .Case(\"{}\", {{{name}, ", spelling.text);
            if spelling.is_in_all_versions() {
                w.raw("All})\n");
            } else {
                line!(w, "{}}})", KindVersions(spelling));
            }
        }
    }
    line!(w, "    .Default({{{default}, All}});");
    line!(w, "}}");
}

/// The versions of a spelling, as C++ initializes them.
struct KindVersions<'a>(&'a DirectiveSpelling<'a>);

impl Display for KindVersions<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{{{}, {}}}", self.0.min_version, self.0.max_version)
    }
}

/// Writes the function that converts an enumerator to its text in a version.
fn emit_get_name(
    model: &DirectiveImplModel<'_>,
    ty: &str,
    function: &str,
    kinds: &[SpelledKind<'_>],
    w: &mut CppWriter,
) {
    let namespace = format!("llvm::{}", model.language.cpp_namespace);
    line!(w);
    write!(w, "llvm::StringRef {namespace}::{function}Name(");
    let language = &model.language;
    let has_type = language.layout == DirectiveLayout::PureVersions;
    let version = if has_type { language.version_type() } else { "unsigned" };
    let parameter = if has_type { "V" } else { "Version" };
    line!(w, "{namespace}::{ty} Kind, {version} {parameter}) {{");
    line!(w, "  switch (Kind) {{");
    for SpelledKind { name, spellings } in kinds {
        if let [only] = spellings {
            line!(w, "    case {name}:");
            line!(w, "      return \"{}\";", only.text);
            continue;
        }
        let mut sorted: Vec<&DirectiveSpelling<'_>> = spellings.iter().collect();
        sorted.sort_by_key(|spelling| (spelling.min_version, spelling.max_version));
        line!(w, "    case {name}: {{");
        line!(w, "      static constexpr llvm::directive::Spelling {name}_spellings[] = {{");
        for spelling in sorted {
            line!(w, "          {{\"{}\", {}}},", spelling.text, KindVersions(spelling));
        }
        line!(w, "      }};");
        let version = if has_type { "static_cast<unsigned>(V)" } else { "Version" };
        line!(w, "      return llvm::directive::FindName({name}_spellings, {version});");
        line!(w, "    }}");
    }
    line!(w, "  }}");
    // The message for loop modifiers does not contain the language name.
    let language = if ty == "LoopModifier" { "" } else { model.language.name };
    line!(w, "  llvm_unreachable(\"Invalid {language} {ty} kind\");");
    line!(w, "}}");
}

/// Writes the functions that return a directive's association, category and languages.
fn emit_properties(model: &DirectiveImplModel<'_>, w: &mut CppWriter) {
    let language = &model.language;
    let namespace = format!("llvm::{}", language.cpp_namespace);
    let function = |ty: &str, name: &str, parameter: &str| {
        format!("{namespace}::{ty} {namespace}::{name}({namespace}::Directive {parameter}) {{")
    };
    line!(w);
    line!(w, "{}", function("Association", "getDirectiveAssociation", "Dir"));
    let associations = model.associations.iter().map(|name| format!("Association::{name}"));
    emit_property_switch(model, "", "Dir", associations, w);
    line!(w);
    line!(w, "{}", function("Category", "getDirectiveCategory", "Dir"));
    let categories = model.categories.iter().map(|name| format!("Category::{name}"));
    emit_property_switch(model, "", "Dir", categories, w);
    line!(w);
    line!(w, "{}", function("SourceLanguage", "getDirectiveLanguages", "D"));
    let languages = language.directives.iter().map(|directive| directive.language_set());
    emit_property_switch(model, "", "D", languages, w);
}

/// Writes the function that checks whether a directive allows a loop modifier.
fn emit_is_allowed_loop_modifier(model: &DirectiveImplModel<'_>, w: &mut CppWriter) {
    let language = &model.language;
    let namespace = format!("llvm::{}", language.cpp_namespace);
    line!(w);
    write!(w, "bool {namespace}::isAllowedLoopModifier(");
    line!(w, "{namespace}::Directive D, {namespace}::LoopModifier LM) {{");
    line!(w, "  assert(unsigned(D) <= Directive_enumSize);");
    line!(w, "  switch (D) {{");
    for directive in &language.directives {
        line!(w, "    case {}{}:", language.directive_prefix, directive.formatted_name());
        if directive.loop_modifiers.is_empty() {
            line!(w, "      return false;");
        } else {
            line!(w, "      switch (LM) {{");
            for modifier in &directive.loop_modifiers {
                let prefix = language.loop_modifier_prefix;
                line!(w, "        case LoopModifier::{prefix}{}:", formatted_name(modifier));
                line!(w, "          return true;");
            }
            line!(w, "        default:");
            line!(w, "          return false;");
            line!(w, "      }}");
        }
        line!(w, "      break;");
    }
    line!(w, "  }}");
    line!(w, "  llvm_unreachable(\"Invalid {} Directive kind\");", language.name);
    line!(w, "}}");
}
