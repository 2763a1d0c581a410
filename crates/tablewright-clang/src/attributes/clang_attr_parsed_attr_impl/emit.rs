//! A class for each kind of parsed attribute, and the functions that test declarations.

use tablewright_text::{CppWriter, append, line};

use super::merge;
use super::model::{Conditions, Kind, Model};
use crate::attributes::model::subjects::{CustomSubject, SubjectCheck};
use crate::attributes::signature::spelling_enumeration;

pub(super) fn emit(model: &Model<'_>, w: &mut CppWriter<'_>) {
    line!(w, "#if !defined(WANT_DECL_MERGE_LOGIC) && !defined(WANT_STMT_MERGE_LOGIC)");
    model.custom_subjects.iter().for_each(|subject| emit_custom_subject(subject, w));
    model.kinds.iter().for_each(|kind| emit_kind(kind, w));
    line!(w, "static const ParsedAttrInfo *AttrInfoMap[] = {{");
    for kind in &model.kinds {
        append!(w, "&ParsedAttrInfo", kind.name, "::Instance,\n");
    }
    w.raw("};\n\n");
    emit_delayed_handler(model, w);
    emit_match_rules(model, w);
    merge::emit(&model.kinds, w);
    line!(w, "#endif");
}

fn emit_custom_subject(subject: &CustomSubject<'_>, w: &mut CppWriter<'_>) {
    let CustomSubject { name, base, code } = subject;
    append!(w, "static bool is", name, "(const Decl *D) {\n");
    append!(w, "  if (const auto *S = dyn_cast<", base, ">(D))\n");
    append!(w, "    return ", code, ";\n  return false;\n}\n\n");
}

fn emit_kind(kind: &Kind<'_>, w: &mut CppWriter<'_>) {
    let name = kind.name;
    emit_spellings(kind, w);
    if !kind.arguments.names.is_empty() {
        append!(w, "static constexpr const char *", name, "ArgNames[] = {\n");
        for argument in &kind.arguments.names {
            append!(w, "  \"", argument, "\",\n");
        }
        w.raw("};\n");
    }
    append!(w, "struct ParsedAttrInfo", name, " final : public ParsedAttrInfo {\n");
    append!(w, "  constexpr ParsedAttrInfo", name, "() : ParsedAttrInfo(\n");
    emit_facts(kind, w);
    w.indented(|w| {
        if let Some([declarations, statements]) = &kind.subjects {
            emit_subject_check(&DECLARATIONS, declarations, w);
            emit_subject_check(&STATEMENTS, statements, w);
        }
        merge::emit_check(&kind.excluded, w);
        emit_conditions(&kind.conditions, w);
        emit_semantic_spelling(kind, w);
        emit_rule_list(kind, w);
        if kind.facts.has_simple_handler {
            let parameters = "Sema &S, Decl *D, const ParsedAttr &Attr";
            line!(w, "AttrHandling handleDeclAttribute({parameters}) const override {{");
            line!(w, "  D->addAttr(::new (S.Context) {}Attr(S.Context, Attr));", kind.attribute);
            w.text_block("  return AttributeApplied;\n}");
            line!(w);
        }
        emit_parameter_expressions(kind, w);
    });
    append!(w, "  static const ParsedAttrInfo", name, " Instance;\n};\n");
    append!(w, "const ParsedAttrInfo", name, " ParsedAttrInfo", name, "::Instance;\n\n");
}

fn emit_spellings(kind: &Kind<'_>, w: &mut CppWriter<'_>) {
    if kind.spellings.is_empty() {
        return;
    }
    append!(w, "static constexpr ParsedAttrInfo::Spelling ", kind.name, "Spellings[] = {\n");
    for spelling in &kind.spellings {
        let scope = if spelling.namespace.is_empty() { "" } else { "::" };
        append!(w, "  {AttributeCommonInfo::AS_", spelling.variety, ", \"");
        append!(w, spelling.namespace, scope, spelling.parsed_name(), "\"},\n");
    }
    w.raw("};\n");
}

/// Writes the arguments of the base class' constructor.
fn emit_facts(kind: &Kind<'_>, w: &mut CppWriter<'_>) {
    let (arguments, facts, name) = (&kind.arguments, &kind.facts, kind.name);
    append!(w, "    /*AttrKind=*/ParsedAttr::AT_", name, ",\n");
    append!(w, "    /*NumArgs=*/", arguments.required, ",\n");
    // The number has four bits, and the greatest one stands for any.
    let optional = if arguments.has_variadic { 15 } else { arguments.optional };
    append!(w, "    /*OptArgs=*/", optional, ",\n");
    append!(w, "    /*NumArgMembers=*/", arguments.required + arguments.optional, ",\n");
    let facts = [
        ("HasCustomParsing", facts.has_custom_parsing),
        ("AcceptsExprPack", facts.accepts_pack),
        ("IsTargetSpecific", facts.is_target_specific),
        ("IsType", facts.is_type),
        ("IsStmt", facts.is_statement),
        ("IsKnownToGCC", facts.is_known_to_gcc),
        ("IsSupportedByPragmaAttribute", facts.has_pragma_support),
    ];
    for (fact, holds) in facts {
        append!(w, "    /*", fact, "=*/", if holds { "1" } else { "0" }, ",\n");
    }
    match kind.spellings[..] {
        [] => w.raw("    /*Spellings=*/{},\n"),
        [..] => append!(w, "    /*Spellings=*/", name, "Spellings,\n"),
    }
    match arguments.names[..] {
        [] => w.raw("    /*ArgNames=*/{}) {}\n"),
        [..] => append!(w, "    /*ArgNames=*/", name, "ArgNames) {}\n"),
    }
}

/// What the checks of declarations and of statements differ in.
struct CheckedNode {
    function: &'static str,
    parameter: &'static str,
    /// The error where the attribute can never be written there.
    error: &'static str,
    location: &'static str,
}

const DECLARATIONS: CheckedNode = CheckedNode {
    function: "diagAppertainsToDecl",
    parameter: "const Decl *D",
    error: "err_attribute_invalid_on_decl",
    location: "D->getLocation()",
};

const STATEMENTS: CheckedNode = CheckedNode {
    function: "diagAppertainsToStmt",
    parameter: "const Stmt *St",
    error: "err_decl_attribute_invalid_on_stmt",
    location: "St->getBeginLoc()",
};

fn emit_subject_check(node: &CheckedNode, check: &SubjectCheck<'_>, w: &mut CppWriter<'_>) {
    let CheckedNode { function, parameter, error, location } = node;
    match check {
        SubjectCheck::Never => {
            line!(
                w,
                "bool {function}(Sema &S, const ParsedAttr &AL, {parameter}) const override {{"
            );
            line!(w, "  S.Diag(AL.getLoc(), diag::{error})");
            line!(w, "    << AL << AL.isRegularKeywordAttribute() << {location};");
            line!(w, "  return false;");
        }
        SubjectCheck::Where { tests, is_warning, expected } => {
            line!(
                w,
                "bool {function}(Sema &S, const ParsedAttr &Attr, {parameter}) const override {{"
            );
            w.raw("    if (");
            for (place, test) in tests.iter().enumerate() {
                append!(w, if place == 0 { "!" } else { " && !" }, test);
            }
            w.raw(") {\n");
            let severity = if *is_warning { "warn" } else { "err" };
            line!(w, "    S.Diag(Attr.getLoc(), diag::{severity}_attribute_wrong_decl_type_str)");
            line!(w, "      << Attr << Attr.isRegularKeywordAttribute() << \"{expected}\";");
            line!(w, "    return false;");
            line!(w, "  }}");
            line!(w, "  return true;");
        }
    }
    line!(w, "}}");
    line!(w);
}

fn emit_conditions(conditions: &Conditions<'_>, w: &mut CppWriter<'_>) {
    if let Some(language) = &conditions.language {
        line!(w, "bool acceptsLangOpts(const LangOptions &LangOpts) const override {{");
        append!(w, "    return ", language, ";\n  }\n\n");
    }
    if let Some(target) = &conditions.target {
        line!(w, "bool existsInTarget(const TargetInfo &Target) const override {{");
        emit_triple(target.tests_anything(), w);
        append!(w, "    return ", target, ";\n  }\n\n");
    }
    if conditions.spellings.is_empty() {
        return;
    }
    line!(w, "bool spellingExistsInTarget(const TargetInfo &Target,");
    line!(w, "                            const unsigned SpellingListIndex) const override {{");
    emit_triple(conditions.spellings.iter().any(|(_, target)| target.tests_anything()), w);
    w.raw("    return ");
    for (place, (spellings, target)) in conditions.spellings.iter().enumerate() {
        w.raw(if place == 0 { "((" } else { " ||\n        ((" });
        for (place, spelling) in spellings.iter().enumerate() {
            let or = if place == 0 { "" } else { " || " };
            append!(w, or, "SpellingListIndex == ", *spelling);
        }
        append!(w, ") && ", target, ")");
    }
    w.raw(";\n  }\n\n");
}

/// Writes the variable that conditions on the target use.
fn emit_triple(is_used: bool, w: &mut CppWriter<'_>) {
    if is_used {
        line!(w, "  const llvm::Triple &T = Target.getTriple(); (void)T;");
    }
}

fn emit_semantic_spelling(kind: &Kind<'_>, w: &mut CppWriter<'_>) {
    if kind.semantic_spellings.is_empty() {
        return;
    }
    line!(w, "unsigned spellingIndexToSemanticSpelling(const ParsedAttr &Attr) const override {{");
    spelling_enumeration(&kind.semantic_spellings, w);
    w.indented(|w| {
        line!(w, "unsigned Idx = Attr.getAttributeSpellingListIndex();");
        line!(w, "switch (Idx) {{");
        line!(w, "default: llvm_unreachable(\"Unknown spelling list index\");");
        for (place, spelling) in kind.semantic_spellings.iter().enumerate() {
            line!(w, "case {place}: return {};", spelling.name);
        }
        line!(w, "}}");
    });
    line!(w, "}}");
    line!(w);
}

/// Writes the function that lists the rules for the subjects.
fn emit_rule_list(kind: &Kind<'_>, w: &mut CppWriter<'_>) {
    let Some(rules) = &kind.match_rules else { return };
    line!(w, "void getPragmaAttributeMatchRules(");
    line!(w, "    llvm::SmallVectorImpl<std::pair<attr::SubjectMatchRule, bool>> &MatchRules,");
    line!(w, "    const LangOptions &LangOpts) const override {{");
    for (enumerator, language) in rules {
        append!(w, "    MatchRules.push_back(std::make_pair(attr::", enumerator);
        append!(w, ", /*IsSupported=*/", language, "));\n");
    }
    line!(w, "}}");
    line!(w);
}

fn emit_parameter_expressions(kind: &Kind<'_>, w: &mut CppWriter<'_>) {
    line!(w, "bool isParamExpr(size_t N) const override {{");
    w.raw("    return ");
    for place in &kind.arguments.expressions {
        append!(w, "(N == ", *place, ") || ");
    }
    w.raw("false;\n  }\n\n");
}

/// Writes the function that adds attributes whose arguments are not expanded yet.
fn emit_delayed_handler(model: &Model<'_>, w: &mut CppWriter<'_>) {
    w.text_block(
        r#"
        static void handleAttrWithDelayedArgs(Sema &S, Decl *D, const ParsedAttr &Attr) {
          SmallVector<Expr *, 4> ArgExprs;
          ArgExprs.reserve(Attr.getNumArgs());
          for (unsigned I = 0; I < Attr.getNumArgs(); ++I) {
            assert(!Attr.isArgIdent(I));
            ArgExprs.push_back(Attr.getArgAsExpr(I));
          }
          clang::Attr *CreatedAttr = nullptr;
          switch (Attr.getKind()) {
          default:
            llvm_unreachable("Attribute cannot hold delayed arguments.");
        "#,
    );
    for kind in model.kinds.iter().filter(|kind| kind.facts.accepts_pack) {
        append!(w, "  case ParsedAttr::AT_", kind.name, ": {\n    CreatedAttr = ");
        append!(w, kind.attribute, "Attr::CreateWithDelayedArgs(\n");
        w.raw("        S.Context, ArgExprs.data(), ArgExprs.size(), Attr);\n    break;\n  }\n");
    }
    w.raw("  }\n  D->addAttr(CreatedAttr);\n}\n\n");
}

/// Writes the function that says whether a rule selects a declaration.
fn emit_match_rules(model: &Model<'_>, w: &mut CppWriter<'_>) {
    line!(
        w,
        "static bool checkAttributeMatchRuleAppliesTo(const Decl *D, attr::SubjectMatchRule rule) {{"
    );
    line!(w, "  switch (rule) {{");
    for rule in &model.rules {
        line!(w, "  case attr::{}:", rule.enumerator);
        if rule.tests.is_empty() {
            line!(w, "    assert(false && \"Abstract matcher rule isn't allowed\");");
            line!(w, "    return false;");
            continue;
        }
        w.raw("    return ");
        for (place, test) in rule.tests.iter().enumerate() {
            append!(w, if place == 0 { "" } else { " || " }, test);
        }
        w.raw(";\n");
    }
    w.raw("  }\n  llvm_unreachable(\"Invalid match rule\");\n  return false;\n}\n\n");
}
