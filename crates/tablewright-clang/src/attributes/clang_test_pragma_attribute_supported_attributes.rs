//! `--gen-clang-test-pragma-attribute-supported-attributes`: the attributes that
//! `#pragma clang attribute` supports, with their subject rules. Clang's tests compare this text.

use tablewright_backend::{Failure, Job};
use tablewright_records::RecordStore;
use tablewright_syntax::diagnostic::Diagnostic;
use tablewright_text::{TextSink, append};

use super::model::match_rules::{MatchRules, SubjectRules};
use super::model::parsed::{AttrSelection, ParsedAttributes};

struct Supported<'s> {
    kind: &'s str,
    /// The rules for each subject. Several rules for a subject are in parentheses.
    subjects: Vec<String>,
}

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let supported = collect(job.store)?;
    let mut out = job.output();
    out.push_str("#pragma clang attribute supports the following attributes:\n");
    for Supported { kind, subjects } in &supported {
        append!(&mut out, kind, " (", subjects.join(", "), ")\n");
    }
    out.push_str("End of supported attributes.\n");
    Ok(out.finish()?)
}

fn collect(store: &RecordStore) -> Result<Vec<Supported<'_>>, Diagnostic> {
    let rules = MatchRules::collect(store)?;
    let parsed = ParsedAttributes::collect(store, AttrSelection::Handled)?;
    let mut supported = Vec::new();
    for parsed in &parsed.kinds {
        if !rules.support(parsed.attribute)? {
            continue;
        }
        let subjects = parsed.attribute.subject_list()?.map_or_else(Vec::new, |list| list.subjects);
        let subjects = rules.for_subjects(parsed.attribute, &subjects)?;
        let subjects = subjects.into_iter().map(|of_subject| names(of_subject, &rules));
        let subjects = subjects.collect::<Result<_, _>>()?;
        supported.push(Supported { kind: parsed.kind, subjects });
    }
    Ok(supported)
}

fn names(of_subject: &SubjectRules, all: &MatchRules<'_>) -> Result<String, Diagnostic> {
    Ok(match of_subject {
        SubjectRules::One(rule) => all.rules[*rule].enumerator()?,
        SubjectRules::Aggregate(rules) => {
            let names = rules.iter().map(|&rule| all.rules[rule].enumerator());
            format!("({})", names.collect::<Result<Vec<_>, _>>()?.join(", "))
        }
    })
}
