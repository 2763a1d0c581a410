//! Assembler features: `Predicate` records (`Target.td`) with `AssemblerMatcherPredicate`, each a
//! condition on subtarget features.
//!
//! In: `Predicate` records. Out: numbered [`AssemblerFeatures`]. Backends decide the features that
//! an instruction requires.

use rustc_hash::FxHashMap;
use tablewright_records::{
    Analysis, AnalysisError, Dag, FieldError, Record, RecordId, RecordStore, RecordView, ValueId,
};
use tablewright_syntax::diagnostic::{Code, Diagnostics};

use crate::assembler_condition::AssemblerCondition;
use crate::record_views::subtarget::PredicateRecord;

/// Maximal nesting depth for conditions.
const MAX_DEPTH: usize = 256;

/// An assembler feature.
#[doc(alias = "SubtargetFeatureInfo")]
#[derive(Debug)]
pub struct AssemblerFeature {
    /// The `Predicate` record.
    pub predicate: RecordId,
    /// Feature number: the index in natural name order.
    pub number: usize,
    /// Condition for the availability of the feature.
    pub condition: FeatureExpr,
}

/// A condition on subtarget features.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FeatureExpr {
    /// The feature, a `SubtargetFeature` record, is enabled.
    Feature(RecordId),
    /// The condition is false.
    Not(Box<FeatureExpr>),
    /// All conditions are true.
    AllOf(Vec<FeatureExpr>),
    /// At least one condition is true.
    AnyOf(Vec<FeatureExpr>),
}

impl FeatureExpr {
    /// Builds the condition from a `Predicate` record.
    ///
    /// # Errors
    /// If the record does not contain a condition on features.
    pub fn from_predicate(predicate: Record<'_>) -> Result<FeatureExpr, FieldError> {
        condition(PredicateRecord::new(predicate))
    }
}

/// Assembler features in definition order.
#[derive(Debug)]
pub struct AssemblerFeatures {
    features: Vec<AssemblerFeature>,
    by_predicate: FxHashMap<RecordId, usize>,
}

impl AssemblerFeatures {
    /// Returns all features in definition order.
    pub fn all(&self) -> &[AssemblerFeature] {
        &self.features
    }

    /// Returns the feature for a predicate; `None` for a predicate that the assembler ignores.
    pub fn for_predicate(&self, predicate: RecordId) -> Option<&AssemblerFeature> {
        self.by_predicate.get(&predicate).map(|&index| &self.features[index])
    }
}

impl Analysis for AssemblerFeatures {
    fn build(store: &RecordStore, _: &mut Diagnostics) -> Result<AssemblerFeatures, AnalysisError> {
        let mut predicates = Vec::new();
        for predicate in PredicateRecord::all_if_defined(store) {
            // An empty code generator condition means that the predicate is always true.
            if predicate.assembler_matcher_predicate()?
                && !store.str(predicate.cond_string()?).is_empty()
            {
                predicates.push((predicates.len(), predicate));
            }
        }
        predicates.sort_by_key(|(_, predicate)| predicate.sequence());
        let mut features = Vec::with_capacity(predicates.len());
        let mut by_predicate = FxHashMap::default();
        for (number, record) in predicates {
            by_predicate.insert(record.id(), features.len());
            let (predicate, condition) = (record.id(), condition(record)?);
            features.push(AssemblerFeature { predicate, number, condition });
        }
        Ok(AssemblerFeatures { features, by_predicate })
    }
}

fn condition(predicate: PredicateRecord<'_>) -> Result<FeatureExpr, FieldError> {
    if predicate.has_assembler_cond_dag() {
        return for_dag(*predicate, predicate.assembler_cond_dag()?, 0);
    }
    // In releases up to LLVM 10 the condition is a list of possibly negated features, all required.
    let listed = AssemblerCondition::from_predicate(predicate)?.map(|condition| condition.features);
    let listed = listed.into_iter().flatten().map(|feature| {
        let expr = FeatureExpr::Feature(feature.feature);
        if feature.is_negated { FeatureExpr::Not(Box::new(expr)) } else { expr }
    });
    Ok(FeatureExpr::AllOf(listed.collect()))
}

fn for_dag(predicate: Record<'_>, dag: Dag<'_>, depth: usize) -> Result<FeatureExpr, FieldError> {
    let store = predicate.store();
    let operator = match store.value(dag.operator).as_def() {
        Some(operator) if depth < MAX_DEPTH => store.record(operator).name(),
        _ => return Err(invalid(predicate)),
    };
    match (operator, dag.args) {
        ("not", [arg]) => {
            Ok(FeatureExpr::Not(Box::new(for_value(predicate, arg.value, depth + 1)?)))
        }
        ("all_of" | "any_of", [_, ..]) => {
            let parts = dag.args.iter().map(|arg| for_value(predicate, arg.value, depth + 1));
            let parts = parts.collect::<Result<_, FieldError>>()?;
            let is_any = operator == "any_of";
            Ok(if is_any { FeatureExpr::AnyOf(parts) } else { FeatureExpr::AllOf(parts) })
        }
        _ => Err(invalid(predicate)),
    }
}

fn for_value(
    predicate: Record<'_>,
    value: ValueId,
    depth: usize,
) -> Result<FeatureExpr, FieldError> {
    let store = predicate.store();
    let value = store.value(value);
    if let Some(dag) = value.as_dag() {
        return for_dag(predicate, dag, depth);
    }
    match value.as_def() {
        Some(feature) if store.record(feature).inherits("SubtargetFeature") => {
            Ok(FeatureExpr::Feature(feature))
        }
        _ => Err(invalid(predicate)),
    }
}

fn invalid(predicate: Record<'_>) -> FieldError {
    FieldError::new(Code::FeatureConditions, predicate, "Invalid AssemblerCondDag!")
        .label_field(predicate, "AssemblerCondDag")
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablewright_test_support::{analysis, reports_of, store_of};

    const CLASSES: &str = "
class SubtargetFeature; def A : SubtargetFeature; def B : SubtargetFeature; def C : SubtargetFeature;
def all_of; def any_of; def not; def other;
class Predicate<string cond> { bit AssemblerMatcherPredicate = 0; string CondString = cond; }
class For<dag condition, string cond = \"yes\"> : Predicate<cond> {
  let AssemblerMatcherPredicate = 1;
  dag AssemblerCondDag = condition;
}
";

    fn shown(store: &RecordStore, expr: &FeatureExpr) -> String {
        let all = |parts: &[FeatureExpr]| {
            let parts: Vec<String> = parts.iter().map(|part| shown(store, part)).collect();
            parts.join(" ")
        };
        match expr {
            FeatureExpr::Feature(feature) => store.record(*feature).name().to_owned(),
            FeatureExpr::Not(inner) => format!("!{}", shown(store, inner)),
            FeatureExpr::AllOf(parts) => format!("all({})", all(parts)),
            FeatureExpr::AnyOf(parts) => format!("any({})", all(parts)),
        }
    }

    fn check(text: &str, expected: &str) {
        let store = store_of(&format!("{CLASSES}{text}"));
        let features: &AssemblerFeatures = analysis(&store);
        let line = |feature: &AssemblerFeature| {
            let name = store.record(feature.predicate).name();
            format!("{} {name} {}", feature.number, shown(&store, &feature.condition))
        };
        let lines: Vec<String> = features.all().iter().map(line).collect();
        assert_eq!(lines.join("; "), expected);
    }

    #[test]
    fn numbers_follow_names_and_order_follows_definition() {
        check("def P10 : For<(all_of A)>; def P9 : For<(not B)>;", "1 P10 all(A); 0 P9 !B");
    }

    #[test]
    fn what_always_holds_or_is_not_for_the_assembler_is_left_out() {
        check("def P : For<(all_of A), \"\">; def Q : Predicate<\"yes\">;", "");
    }

    #[test]
    fn conditions_nest() {
        check(
            "def P : For<(any_of A, (all_of B, (not (any_of A, C))))>;",
            "0 P any(A all(B !any(A C)))",
        );
    }

    #[test]
    fn other_dags_are_no_conditions() {
        for dag in ["(other A)", "(all_of)", "(not A, B)", "(any_of A, other)", "(? A)"] {
            let store = store_of(&format!("{CLASSES}def P : For<{dag}>;"));
            let reports = reports_of::<AssemblerFeatures>(&store);
            assert_eq!(reports, "error: Invalid AssemblerCondDag!\n", "{dag}");
        }
    }
}
