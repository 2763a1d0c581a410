//! Lint: subtarget features that no record uses.

use tablewright_records::{AnalysisError, RecordView};
use tablewright_syntax::diagnostic::Code;
use tablewright_target::record_views::subtarget::PredicateRecord;
use tablewright_target::record_views::subtarget_feature::SubtargetFeatureRecord;

use super::check_target;
use super::groups::{Groups, draft};
use super::references::References;
use crate::lint::{Findings, Level, Lint, LintGroup, LintInput};

/// A feature that no record uses. C++ code may use it, so the lint is off by default.
pub(in crate::lint) const LINT: Lint = Lint {
    code: Code::UnusedFeature,
    name: "unused-feature",
    group: LintGroup::Target,
    default: Level::Allow,
    check: |input, findings| check_target(input, findings, check),
};

fn check(input: &LintInput<'_>, findings: &mut Findings) -> Result<(), AnalysisError> {
    let store = input.store;
    let references = References::new(store);
    let mut conditions = Vec::new();
    for predicate in PredicateRecord::all_if_defined(store) {
        conditions.push(store.str(predicate.cond_string()?).to_ascii_lowercase());
    }
    let mut groups = Groups::default();
    for feature in SubtargetFeatureRecord::all_if_defined(store) {
        let member = feature.member()?.to_ascii_lowercase();
        let is_asked = conditions.iter().any(|condition| condition.contains(&member));
        if is_asked || references.has(feature.id()) {
            continue;
        }
        // Reads other files, so it is asked last.
        if input.is_used_elsewhere(feature.name()) {
            continue;
        }
        let span = feature.pos().into();
        groups.add((span, ""), *feature, || {
            let message = format!("no record refers to the feature '{}'", feature.name());
            let mut diagnostic = draft(span, message);
            diagnostic.note(
                None,
                format!(
                    "no processor has it and no predicate asks for it; only C++ code that reads the member '{}' \
                     of the subtarget can",
                    feature.member().unwrap_or_default()
                ),
            );
            diagnostic
        });
    }
    groups.report(store, findings);
    Ok(())
}
