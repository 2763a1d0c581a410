//! Lint: compressions without the features that the short instruction needs.

use rustc_hash::FxHashSet;
use tablewright_records::{AnalysisError, Record, RecordId, RecordView, Value};
use tablewright_syntax::diagnostic::Code;
use tablewright_target::record_views::compress_pat::CompressPatRecord;

use super::check_target;
use super::groups::{Groups, draft};
use crate::lint::{Findings, Level, Lint, LintGroup, LintInput};

/// A compression without a predicate of its short instruction.
pub(in crate::lint) const LINT: Lint = Lint {
    code: Code::CompressionWithoutFeature,
    name: "compression-without-feature",
    group: LintGroup::Target,
    default: Level::Warn,
    check: |input, findings| check_target(input, findings, check),
};

fn check(input: &LintInput<'_>, findings: &mut Findings) -> Result<(), AnalysisError> {
    let store = input.store;
    let mut groups = Groups::default();
    for pattern in CompressPatRecord::all_if_defined(store) {
        let instruction = |operator| store.value(operator).as_def().map(|id| store.record(id));
        let long = instruction(pattern.input()?.operator);
        let Some(short) = instruction(pattern.output()?.operator) else { continue };
        let mut present = predicates(*pattern)?;
        if let Some(long) = long {
            present.extend(predicates(long)?);
        }
        let needed = predicates(short)?;
        let implied = implied_features(&present);
        let missing = needed.iter().find(|needed| {
            needed.inherits("AssemblerPredicate")
                && !present.iter().any(|other| other.id() == needed.id())
                && !are_implied(&features(**needed), &implied)
        });
        let Some(missing) = missing else { continue };
        let span = pattern.pos().into();
        groups.add((span, missing.name()), *pattern, || {
            let (short, missing) = (short.name(), missing.name());
            let message = format!("the compression to '{short}' lacks its predicate '{missing}'");
            let mut diagnostic = draft(span, message);
            diagnostic.note(
                None,
                "the assembler writes the short instruction for processors that do not have it",
            );
            diagnostic
        });
    }
    groups.report(store, findings);
    Ok(())
}

/// Returns the features in the condition of an `AssemblerPredicate`.
fn features<'s>(predicate: Record<'s>) -> Vec<Record<'s>> {
    let store = predicate.store();
    let Ok(condition) = predicate.dag("AssemblerCondDag") else { return Vec::new() };
    let mut features = Vec::new();
    let mut rest = vec![condition];
    while let Some(dag) = rest.pop() {
        for arg in dag.args {
            let value = store.value(arg.value);
            if let Value::Dag(inner) = value {
                rest.push(inner);
            } else if let Value::Def(feature) = value {
                features.push(store.record(feature));
            }
        }
    }
    features
}

/// Returns the features of predicates, and the features that these imply.
fn implied_features<'s>(predicates: &[Record<'s>]) -> FxHashSet<RecordId> {
    let mut seen = FxHashSet::default();
    let mut rest: Vec<Record<'s>> = predicates.iter().flat_map(|&one| features(one)).collect();
    while let Some(feature) = rest.pop() {
        if seen.insert(feature.id()) {
            rest.extend(feature.list_of_records("Implies").unwrap_or_default());
        }
    }
    seen
}

/// Whether a condition with these features holds. One feature of several counts, as in `any_of`.
fn are_implied(features: &[Record<'_>], implied: &FxHashSet<RecordId>) -> bool {
    features.iter().any(|feature| implied.contains(&feature.id()))
}

fn predicates(record: Record<'_>) -> Result<Vec<Record<'_>>, AnalysisError> {
    if record.has_field("Predicates") {
        Ok(record.list_of_records("Predicates")?)
    } else {
        Ok(Vec::new())
    }
}
