//! Assembler conditions: the features that a predicate's `AssemblerCondDag` requires.

use tablewright_records::{Dag, FieldError, RecordId, Value, ValueId};
use tablewright_syntax::diagnostic::Code;

use crate::record_views::subtarget::PredicateRecord;

/// A condition on features.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AssemblerCondition {
    /// Whether a single feature condition is enough; otherwise all must be true.
    pub is_any_of: bool,
    /// Feature conditions.
    pub features: Vec<FeatureCondition>,
}

/// A condition on a single feature.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FeatureCondition {
    /// The `SubtargetFeature` record.
    pub feature: RecordId,
    /// Whether the feature must be disabled.
    pub is_negated: bool,
}

impl AssemblerCondition {
    /// Builds the condition from a predicate; `None` if the assembler ignores the predicate.
    ///
    /// # Errors
    /// If the dag is not a condition on features.
    pub fn from_predicate(
        predicate: PredicateRecord<'_>,
    ) -> Result<Option<AssemblerCondition>, FieldError> {
        if !predicate.assembler_matcher_predicate()? {
            return Ok(None);
        }
        if !predicate.has_assembler_cond_dag() {
            return older(predicate).map(Some);
        }
        let store = predicate.store();
        let dag = predicate.assembler_cond_dag()?;
        let is_any_of = match operator(predicate, dag) {
            Some("any_of") => true,
            Some("all_of") => false,
            _ => return Err(invalid(predicate)),
        };
        if dag.args.is_empty() {
            return Err(invalid(predicate));
        }
        let mut arguments: Vec<ValueId> = dag.args.iter().map(|arg| arg.value).collect();
        // Descriptions write a list of alternatives as nested pairs. The outermost pair is
        // flattened, whatever the inner operator.
        if let [_, second] = arguments[..]
            && is_any_of
            && let Value::Dag(inner) = store.value(second)
        {
            arguments.pop();
            arguments.extend(inner.args.iter().map(|arg| arg.value));
        }
        let features = arguments
            .into_iter()
            .map(|argument| feature(predicate, argument))
            .collect::<Result<_, FieldError>>()?;
        Ok(Some(AssemblerCondition { is_any_of, features }))
    }
}

/// Builds the condition from a comma-separated feature string, as in releases up to LLVM 10.
fn older(predicate: PredicateRecord<'_>) -> Result<AssemblerCondition, FieldError> {
    let text = predicate.assembler_cond_string()?.unwrap_or_default();
    let mut features = Vec::new();
    for name in text.split(',').filter(|name| !name.is_empty()) {
        let (name, is_negated) = match name.strip_prefix('!') {
            Some(name) => (name, true),
            None => (name, false),
        };
        let feature = predicate.store().find_record(name).ok_or_else(|| invalid(predicate))?;
        features.push(FeatureCondition { feature, is_negated });
    }
    Ok(AssemblerCondition { is_any_of: false, features })
}

fn feature(
    predicate: PredicateRecord<'_>,
    argument: ValueId,
) -> Result<FeatureCondition, FieldError> {
    let store = predicate.store();
    let value = store.value(argument);
    let (value, is_negated) = match value.as_dag() {
        Some(not) => match (operator(predicate, not), not.args) {
            (Some("not"), [argument]) => (store.value(argument.value), true),
            _ => return Err(invalid(predicate)),
        },
        None => (value, false),
    };
    match value.as_def() {
        Some(feature) if store.record(feature).inherits("SubtargetFeature") => {
            Ok(FeatureCondition { feature, is_negated })
        }
        _ => Err(invalid(predicate)),
    }
}

fn operator<'s>(predicate: PredicateRecord<'s>, dag: Dag<'s>) -> Option<&'s str> {
    let store = predicate.store();
    store.value(dag.operator).as_def().map(|operator| store.record(operator).name())
}

fn invalid(predicate: PredicateRecord<'_>) -> FieldError {
    FieldError::new(Code::FeatureConditions, *predicate, "Invalid AssemblerCondDag!")
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablewright_records::RecordView;
    use tablewright_test_support::store_of;

    const CLASSES: &str = "
class SubtargetFeature; def A : SubtargetFeature; def B : SubtargetFeature; def C : SubtargetFeature;
def all_of; def any_of; def not; def other;
class Predicate { bit AssemblerMatcherPredicate = 1; }
class Dag<dag condition> : Predicate { dag AssemblerCondDag = condition; }
class Older<string condition> : Predicate { string AssemblerCondString = condition; }
";

    /// The condition of the record `p`.
    fn check(text: &str, expected: &str) {
        let store = store_of(&format!("{CLASSES}{text}"));
        let p = store.record(store.find_record("p").expect("it is defined"));
        let p = PredicateRecord::new(p);
        let condition = AssemblerCondition::from_predicate(p);
        let description = match condition {
            Ok(None) => "none".to_owned(),
            Ok(Some(condition)) => {
                let feature = |f: &FeatureCondition| {
                    let sign = if f.is_negated { "!" } else { "" };
                    format!("{sign}{}", store.record(f.feature).name())
                };
                let features: Vec<String> = condition.features.iter().map(feature).collect();
                features.join(if condition.is_any_of { " or " } else { " and " })
            }
            Err(error) => error.message().to_owned(),
        };
        assert_eq!(description, expected);
    }

    #[test]
    fn features_have_to_be_there_or_not() {
        check("def p : Dag<(all_of A, (not B), C)>;", "A and !B and C");
        check("def p : Dag<(any_of (not A), B)>;", "!A or B");
        check("def p : Predicate { let AssemblerMatcherPredicate = 0; }", "none");
    }

    #[test]
    fn the_second_of_two_alternatives_can_be_several() {
        check("def p : Dag<(any_of A, (any_of B, (not C)))>;", "A or B or !C");
        check("def p : Dag<(any_of A, (not B))>;", "A or B");
        check("def p : Dag<(all_of A, (any_of B, C))>;", "Invalid AssemblerCondDag!");
    }

    #[test]
    fn older_releases_have_a_string() {
        check("def p : Older<\"A,!B\">;", "A and !B");
        check("def p : Older<\"\">;", "");
        check("def p : Older<\"D\">;", "Invalid AssemblerCondDag!");
    }

    #[test]
    fn other_dags_are_no_conditions() {
        for dag in ["(other A)", "(all_of)", "(all_of A, other)", "(all_of (not A, B))", "(? A)"] {
            check(&format!("def p : Dag<{dag}>;"), "Invalid AssemblerCondDag!");
        }
    }
}
