//! `--gen-clang-attr-subject-match-rules-parser-string-switches`: lookup functions for
//! `#pragma clang attribute` rules in Clang's parser.

use tablewright_backend::{Failure, Job};
use tablewright_records::FieldError;
use tablewright_text::{CppWriter, line};

use super::model::match_rules::MatchRules;

struct ParsedSubjectRule<'s> {
    name: &'s str,
    enumerator: String,
    sub_rules: Vec<SubRule<'s>>,
}

struct SubRule<'s> {
    name: &'s str,
    enumerator: String,
    /// The sub-rule as written in its rule.
    spelling: String,
    is_negated: bool,
}

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let rules = collect(&MatchRules::collect(job.store)?)?;
    job.write_cpp(|w| emit(&rules, w))
}

fn collect<'s>(all: &MatchRules<'s>) -> Result<Vec<ParsedSubjectRule<'s>>, FieldError> {
    let mut rules: Vec<ParsedSubjectRule<'s>> = Vec::new();
    for &rule in all.rules.iter() {
        let (name, enumerator) = (rule.name()?, rule.enumerator()?);
        // Sub-rules follow their rule.
        match rules.last_mut() {
            Some(parent) if rule.is_sub_rule() => {
                let (spelling, is_negated) = (rule.sub_rule_spelling()?, rule.is_negated()?);
                parent.sub_rules.push(SubRule { name, enumerator, spelling, is_negated });
            }
            _ => rules.push(ParsedSubjectRule { name, enumerator, sub_rules: Vec::new() }),
        }
    }
    Ok(rules)
}

const OPTIONAL_RULE: &str = "std::optional<attr::SubjectMatchRule>";
/// The function for rules without sub-rules.
const NO_SUB_RULES: &str = "defaultIsAttributeSubjectMatchSubRuleFor";

fn emit(rules: &[ParsedSubjectRule<'_>], w: &mut CppWriter<'_>) {
    w.block(format_args!("{OPTIONAL_RULE} {NO_SUB_RULES}(StringRef, bool)"), "", |w| {
        line!(w, "return std::nullopt;");
    });
    line!(w);
    let with_sub_rules = || rules.iter().filter(|rule| !rule.sub_rules.is_empty());
    for rule in with_sub_rules() {
        let parameters = "StringRef Name, bool IsUnless";
        w.block(format_args!("{OPTIONAL_RULE} {}({parameters})", function(rule)), "", |w| {
            line!(w, "if (IsUnless)");
            w.indented(|w| emit_switch(rule, true, w));
            emit_switch(rule, false, w);
        });
        line!(w);
    }
    emit_rule_function(rules, w);
    w.block(
        "const char *validAttributeSubjectMatchSubRules(attr::SubjectMatchRule Rule)",
        "",
        |w| {
            line!(w, "switch (Rule) {{");
            for rule in with_sub_rules() {
                let names =
                    rule.sub_rules.iter().map(|sub_rule| format!("'{}'", sub_rule.spelling));
                line!(w, "case attr::{}:", rule.enumerator);
                line!(w, "  return \"{}\";", names.collect::<Vec<_>>().join(", "));
            }
            line!(w, "default: return nullptr;");
            line!(w, "}}");
        },
    );
    line!(w);
}

/// Returns the function that looks up sub-rules.
fn function(rule: &ParsedSubjectRule<'_>) -> String {
    match rule.sub_rules[..] {
        [] => NO_SUB_RULES.to_owned(),
        [..] => format!("isAttributeSubjectMatchSubRuleFor_{}", rule.name),
    }
}

fn emit_switch(rule: &ParsedSubjectRule<'_>, is_negated: bool, w: &mut CppWriter<'_>) {
    line!(w, "return llvm::StringSwitch<{OPTIONAL_RULE}>(Name).");
    w.indented(|w| {
        for sub_rule in rule.sub_rules.iter().filter(|rule| rule.is_negated == is_negated) {
            line!(w, "Case(\"{}\", attr::{}).", sub_rule.name, sub_rule.enumerator);
        }
        line!(w, "Default(std::nullopt);");
    });
}

fn emit_rule_function(rules: &[ParsedSubjectRule<'_>], w: &mut CppWriter<'_>) {
    let pair_type = format!("std::pair<{OPTIONAL_RULE}, {OPTIONAL_RULE} (*)(StringRef, bool)>");
    w.block(format_args!("{pair_type} isAttributeSubjectMatchRule(StringRef Name)"), "", |w| {
        line!(w, "return llvm::StringSwitch<{pair_type}>(Name).");
        w.indented(|w| {
            for rule in rules {
                let pair = format_args!("attr::{}, {}", rule.enumerator, function(rule));
                line!(w, "Case(\"{}\", std::make_pair({pair})).", rule.name);
            }
            line!(w, "Default(std::make_pair(std::nullopt, {NO_SUB_RULES}));");
        });
    });
    line!(w);
}
