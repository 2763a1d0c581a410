//! Lint: predicates that no record uses.

use tablewright_records::{AnalysisError, RecordView};
use tablewright_syntax::diagnostic::Code;
use tablewright_target::record_views::subtarget::PredicateRecord;

use super::check_target;
use super::groups::{Groups, draft};
use super::references::References;
use crate::lint::{Findings, Level, Lint, LintGroup, LintInput};

/// A predicate that no record uses, also in another target of the directory.
pub(in crate::lint) const LINT: Lint = Lint {
    code: Code::UnusedPredicate,
    name: "unused-predicate",
    group: LintGroup::Target,
    default: Level::Warn,
    check: |input, findings| check_target(input, findings, check),
};

fn check(input: &LintInput<'_>, findings: &mut Findings) -> Result<(), AnalysisError> {
    let store = input.store;
    let references = References::new(store);
    let mut groups = Groups::default();
    for predicate in PredicateRecord::all_if_defined(store) {
        if predicate.is_anonymous() || references.has(predicate.id()) {
            continue;
        }
        // Reads other files, so it is asked last.
        if input.is_used_elsewhere(predicate.name()) {
            continue;
        }
        let span = predicate.pos().into();
        groups.add((span, ""), *predicate, || {
            let message = format!("no record refers to the predicate '{}'", predicate.name());
            let mut diagnostic = draft(span, message);
            diagnostic.note(
                None,
                "instructions and patterns that should need it are selected and parsed on every processor",
            );
            diagnostic
        });
    }
    groups.report(store, findings);
    Ok(())
}
