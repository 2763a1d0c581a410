//! `--gen-clang-attr-subject-match-rule-list`: rules for `#pragma clang attribute`, as macro calls.

use tablewright_backend::{Failure, Job};
use tablewright_syntax::diagnostic::Diagnostic;
use tablewright_text::{CppWriter, line};

use super::model::match_rules::{MatchRule, MatchRules};

struct SubjectMatchRule {
    enumerator: String,
    spelling: String,
    is_abstract: bool,
    parent: Option<Parent>,
}

/// A sub-rule's parent.
struct Parent {
    enumerator: String,
    /// Whether the sub-rule matches everything that its siblings do not match.
    is_negated: bool,
}

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let rules = MatchRules::collect(job.store)?;
    let rules = rules.rules.iter().map(|&rule| collect(rule)).collect::<Result<Vec<_>, _>>()?;
    let source = job.store.input_name();
    job.write_cpp(|w| {
        w.file_header("Rules of #pragma clang attribute", Some(source));
        emit(&rules, w);
    })
}

fn collect(rule: MatchRule<'_>) -> Result<SubjectMatchRule, Diagnostic> {
    Ok(SubjectMatchRule {
        enumerator: rule.enumerator()?,
        spelling: rule.spelling()?,
        is_abstract: rule.is_abstract()?,
        parent: if rule.is_sub_rule() {
            Some(Parent { enumerator: rule.parent().enumerator()?, is_negated: rule.is_negated()? })
        } else {
            None
        },
    })
}

fn emit(rules: &[SubjectMatchRule], w: &mut CppWriter<'_>) {
    w.text_block(
        "
        #ifndef ATTR_MATCH_RULE
        #define ATTR_MATCH_RULE(NAME)
        #endif

        #ifndef ATTR_MATCH_SUB_RULE
        #define ATTR_MATCH_SUB_RULE(Value, Spelling, IsAbstract, Parent, IsNegated) \
         ATTR_MATCH_RULE(Value, Spelling, IsAbstract)
        #endif

        ",
    );
    for SubjectMatchRule { enumerator, spelling, is_abstract, parent } in rules {
        let is_abstract = u8::from(*is_abstract);
        match parent {
            None => line!(w, "ATTR_MATCH_RULE({enumerator}, \"{spelling}\", {is_abstract})"),
            Some(Parent { enumerator: parent, is_negated }) => line!(
                w,
                "ATTR_MATCH_SUB_RULE({enumerator}, \"{spelling}\", {is_abstract}, attr::{parent}, {})",
                u8::from(*is_negated)
            ),
        }
    }
    line!(w, "#undef ATTR_MATCH_SUB_RULE");
    line!(w, "#undef ATTR_MATCH_RULE");
}
