//! A class for each kind of parsed attribute, and functions that test declarations.

use tablewright_index::IndexVec;
use tablewright_text::{CppWriter, append, line};

use super::merge;
use super::model::{Conditions, ParsedAttrKind, ParsedAttrModel, ParsedAttrRule};
use crate::attributes::model::match_rules::MatchRuleId;
use crate::attributes::model::subjects::{CustomSubject, SubjectCheck};
use crate::attributes::signature::emit_spelling_enumeration;

pub(super) fn emit(model: &ParsedAttrModel<'_>, w: &mut CppWriter<'_>) {
    line!(w, "#if !defined(WANT_DECL_MERGE_LOGIC) && !defined(WANT_STMT_MERGE_LOGIC)");
    model.custom_subjects.iter().for_each(|subject| emit_custom_subject(subject, w));
    model.kinds.iter().for_each(|kind| emit_kind(kind, &model.rules, w));
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

fn emit_kind(
    kind: &ParsedAttrKind<'_>,
    rules: &IndexVec<MatchRuleId, ParsedAttrRule<'_>>,
    w: &mut CppWriter<'_>,
) {
    let name = kind.name;
    emit_spellings(kind, w);
    if !kind.arguments.names.is_empty() {
        append!(w, "static constexpr const char *", name, "ArgNames[] = {\n");
        for &(argument, is_variadic) in &kind.arguments.names {
            append!(w, "  \"", argument, if is_variadic { "..." } else { "" }, "\",\n");
        }
        w.raw("};\n");
    }
    append!(w, "struct ParsedAttrInfo", name, " final : public ParsedAttrInfo {\n");
    append!(w, "  constexpr ParsedAttrInfo", name, "() : ParsedAttrInfo(\n");
    emit_members(kind, w);
    if let Some([declarations, statements]) = &kind.subjects {
        emit_subject_check(&DECLARATIONS, declarations, w);
        emit_subject_check(&STATEMENTS, statements, w);
    }
    w.indented(|w| merge::emit_check(&kind.excluded, w));
    emit_conditions(&kind.conditions, w);
    emit_semantic_spelling(kind, w);
    emit_rule_list(kind, rules, w);
    if kind.flags.has_simple_handler {
        w.raw("  AttrHandling handleDeclAttribute(");
        w.raw("Sema &S, Decl *D, const ParsedAttr &Attr) const override {\n");
        append!(
            w,
            "    D->addAttr(::new (S.Context) ",
            kind.attribute,
            "Attr(S.Context, Attr));\n"
        );
        w.raw("    return AttributeApplied;\n  }\n\n");
    }
    emit_parameter_expressions(kind, w);
    append!(w, "  static const ParsedAttrInfo", name, " Instance;\n};\n");
    append!(w, "const ParsedAttrInfo", name, " ParsedAttrInfo", name, "::Instance;\n\n");
}

fn emit_spellings(kind: &ParsedAttrKind<'_>, w: &mut CppWriter<'_>) {
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

/// Writes the arguments for the base class constructor.
fn emit_members(kind: &ParsedAttrKind<'_>, w: &mut CppWriter<'_>) {
    let (arguments, flags, name) = (&kind.arguments, &kind.flags, kind.name);
    append!(w, "    /*AttrKind=*/ParsedAttr::AT_", name, ",\n");
    append!(w, "    /*NumArgs=*/", arguments.required, ",\n");
    // The number has four bits. The greatest number represents any number of arguments.
    let optional = if arguments.has_variadic { 15 } else { arguments.optional };
    append!(w, "    /*OptArgs=*/", optional, ",\n");
    append!(w, "    /*NumArgMembers=*/", arguments.required + arguments.optional, ",\n");
    let fields = [
        ("    /*HasCustomParsing=*/", flags.has_custom_parsing),
        ("    /*AcceptsExprPack=*/", flags.accepts_pack),
        ("    /*IsTargetSpecific=*/", flags.is_target_specific),
        ("    /*IsType=*/", flags.is_type),
        ("    /*IsStmt=*/", flags.is_statement),
        ("    /*IsKnownToGCC=*/", flags.is_known_to_gcc),
        ("    /*IsSupportedByPragmaAttribute=*/", flags.has_pragma_support),
    ];
    for (field, holds) in fields {
        append!(w, field, if holds { "1,\n" } else { "0,\n" });
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

/// Differences between the checks for declarations and for statements.
struct CheckedNode {
    function: &'static str,
    parameter: &'static str,
    /// The error if the attribute is never allowed.
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
    append!(w, "  bool ", function, "(Sema &S, const ParsedAttr &");
    match check {
        SubjectCheck::Never => {
            append!(w, "AL, ", parameter, ") const override {\n");
            append!(w, "    S.Diag(AL.getLoc(), diag::", error, ")\n");
            append!(w, "      << AL << AL.isRegularKeywordAttribute() << ", location, ";\n");
            w.raw("    return false;\n");
        }
        SubjectCheck::Where { tests, is_warning, expected } => {
            append!(w, "Attr, ", parameter, ") const override {\n    if (");
            for (i, test) in tests.iter().enumerate() {
                append!(w, if i == 0 { "!" } else { " && !" }, test);
            }
            append!(w, ") {\n      S.Diag(Attr.getLoc(), diag::");
            w.raw(if *is_warning { "warn" } else { "err" });
            w.raw("_attribute_wrong_decl_type_str)\n");
            w.raw("        << Attr << Attr.isRegularKeywordAttribute() << \"");
            append!(w, expected, "\";\n      return false;\n    }\n    return true;\n");
        }
    }
    w.raw("  }\n\n");
}

fn emit_conditions(conditions: &Conditions<'_>, w: &mut CppWriter<'_>) {
    if let Some(language) = &conditions.language {
        w.raw("  bool acceptsLangOpts(const LangOptions &LangOpts) const override {\n");
        append!(w, "    return ", language, ";\n  }\n\n");
    }
    if let Some(target) = &conditions.target {
        w.raw("  bool existsInTarget(const TargetInfo &Target) const override {\n");
        emit_triple(target.tests_anything(), w);
        append!(w, "    return ", target, ";\n  }\n\n");
    }
    if conditions.spellings.is_empty() {
        return;
    }
    w.raw("  bool spellingExistsInTarget(const TargetInfo &Target,\n");
    w.raw("                              const unsigned SpellingListIndex) const override {\n");
    emit_triple(conditions.spellings.iter().any(|(_, target)| target.tests_anything()), w);
    w.raw("    return ");
    for (i, (spellings, target)) in conditions.spellings.iter().enumerate() {
        w.raw(if i == 0 { "((" } else { " ||\n        ((" });
        for (i, spelling) in spellings.iter().enumerate() {
            let or = if i == 0 { "" } else { " || " };
            append!(w, or, "SpellingListIndex == ", *spelling);
        }
        append!(w, ") && ", target, ")");
    }
    w.raw(";\n  }\n\n");
}

/// Writes the variable for target conditions.
fn emit_triple(is_used: bool, w: &mut CppWriter<'_>) {
    if is_used {
        w.raw("    const llvm::Triple &T = Target.getTriple(); (void)T;\n");
    }
}

fn emit_semantic_spelling(kind: &ParsedAttrKind<'_>, w: &mut CppWriter<'_>) {
    if kind.semantic_spellings.is_empty() {
        return;
    }
    w.raw("  unsigned spellingIndexToSemanticSpelling(");
    w.raw("const ParsedAttr &Attr) const override {\n");
    emit_spelling_enumeration(&kind.semantic_spellings, w);
    w.raw(
        "    unsigned Idx = Attr.getAttributeSpellingListIndex();
    switch (Idx) {
    default: llvm_unreachable(\"Unknown spelling list index\");
",
    );
    for (number, spelling) in kind.semantic_spellings.iter().enumerate() {
        append!(w, "    case ", number, ": return ", spelling.name, ";\n");
    }
    w.raw("    }\n  }\n\n");
}

/// Writes the function that lists the match rules for the subjects.
fn emit_rule_list(
    kind: &ParsedAttrKind<'_>,
    all: &IndexVec<MatchRuleId, ParsedAttrRule<'_>>,
    w: &mut CppWriter<'_>,
) {
    let Some(rules) = &kind.match_rules else { return };
    w.raw(
        "  void getPragmaAttributeMatchRules(
      llvm::SmallVectorImpl<std::pair<attr::SubjectMatchRule, bool>> &MatchRules,
      const LangOptions &LangOpts) const override {
",
    );
    for (rule, language) in rules {
        append!(w, "    MatchRules.push_back(std::make_pair(attr::", all[*rule].enumerator);
        append!(w, ", /*IsSupported=*/", language, "));\n");
    }
    w.raw("  }\n\n");
}

fn emit_parameter_expressions(kind: &ParsedAttrKind<'_>, w: &mut CppWriter<'_>) {
    w.raw("  bool isParamExpr(size_t N) const override {\n    return ");
    for index in &kind.arguments.expressions {
        append!(w, "(N == ", *index, ") || ");
    }
    w.raw("false;\n  }\n\n");
}

/// Writes the function that adds attributes with unexpanded arguments.
fn emit_delayed_handler(model: &ParsedAttrModel<'_>, w: &mut CppWriter<'_>) {
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
    for kind in model.kinds.iter().filter(|kind| kind.flags.accepts_pack) {
        append!(w, "  case ParsedAttr::AT_", kind.name, ": {\n    CreatedAttr = ");
        append!(w, kind.attribute, "Attr::CreateWithDelayedArgs(\n");
        w.raw("        S.Context, ArgExprs.data(), ArgExprs.size(), Attr);\n    break;\n  }\n");
    }
    w.raw("  }\n  D->addAttr(CreatedAttr);\n}\n\n");
}

/// Writes the function that tests whether a rule matches a declaration.
fn emit_match_rules(model: &ParsedAttrModel<'_>, w: &mut CppWriter<'_>) {
    w.raw("static bool checkAttributeMatchRuleAppliesTo(");
    w.raw("const Decl *D, attr::SubjectMatchRule rule) {\n  switch (rule) {\n");
    for rule in &model.rules {
        append!(w, "  case attr::", rule.enumerator, ":\n");
        if rule.tests.is_empty() {
            w.raw("    assert(false && \"Abstract matcher rule isn't allowed\");\n");
            w.raw("    return false;\n");
            continue;
        }
        w.raw("    return ");
        for (i, test) in rule.tests.iter().enumerate() {
            append!(w, if i == 0 { "" } else { " || " }, test);
        }
        w.raw(";\n");
    }
    w.raw("  }\n  llvm_unreachable(\"Invalid match rule\");\n  return false;\n}\n\n");
}
