//! Conditions on a target, in C++.

use std::borrow::Cow;

use tablewright_records::{Feature, FieldError, Record, RecordStore, RecordView, ValueId};
use tablewright_syntax::diagnostic::Code;

use crate::record_views::runtime_libcalls::{
    LibcallPredicateRecord, RuntimeLibcallAvailabilityRecord, RuntimeLibcallPredicateRecord,
};

/// Returns a predicate record's condition in C++. Empty for an unconditional predicate.
pub(super) fn condition(predicate: Record<'_>) -> Result<Cow<'_, str>, FieldError> {
    let store = predicate.store();
    if !store.release().has(Feature::RuntimeLibrariesHaveNames) {
        let text = RuntimeLibcallPredicateRecord::new(predicate).condition()?;
        return Ok(Cow::Borrowed(text));
    }
    let value = RuntimeLibcallAvailabilityRecord::new(predicate).condition()?;
    match store.value(value).as_dag() {
        Some(dag) if store.value(dag.operator).as_def().is_some() => {
            Ok(Cow::Owned(Conditions { store, predicate }.dag(value)?.text))
        }
        _ => Ok(Cow::Borrowed("")),
    }
}

/// A C++ expression.
struct Condition {
    text: String,
    /// Whether the expression needs parentheses as an operand.
    is_compound: bool,
}

impl Condition {
    /// Joins operands. A single operand is returned as it is.
    fn join(mut operands: Vec<Condition>, operator: &str) -> Condition {
        if operands.len() == 1 {
            return operands.remove(0);
        }
        let mut text = String::new();
        for (i, operand) in operands.iter().enumerate() {
            if i > 0 {
                text += operator;
            }
            let [open, close] = if operand.is_compound { ["(", ")"] } else { ["", ""] };
            text.extend([open, &operand.text, close]);
        }
        Condition { text, is_compound: true }
    }

    fn negated(self) -> Condition {
        Condition { text: format!("!({})", self.text), is_compound: false }
    }
}

/// The conditions in a predicate record.
struct Conditions<'s> {
    store: &'s RecordStore,
    /// The record for errors.
    predicate: Record<'s>,
}

impl<'s> Conditions<'s> {
    fn dag(&self, value: ValueId) -> Result<Condition, FieldError> {
        let Some(dag) = self.store.value(value).as_dag() else {
            return self.leaf(value);
        };
        let Some(operator) = self.store.value(dag.operator).as_def() else {
            return Err(self.error("invalid predicate dag operator"));
        };
        let operator = self.store.record(operator).name();
        let operands = dag.args.len();
        let fault = match operator {
            "not" => (operands != 1).then_some("takes exactly one operand"),
            "all_of" | "any_of" | "none_of" => {
                (operands == 0).then_some("requires at least one operand")
            }
            _ => {
                let expected = "expected all_of/any_of/none_of/not";
                let message = format!("unknown predicate dag operator '{operator}'; {expected}");
                return Err(self.error(message));
            }
        };
        if let Some(fault) = fault {
            return Err(self.error(format!("'{operator}' {fault}")));
        }
        let operands: Vec<Condition> =
            dag.args.iter().map(|arg| self.dag(arg.value)).collect::<Result<_, _>>()?;
        Ok(match operator {
            "all_of" => Condition::join(operands, " && "),
            "any_of" => Condition::join(operands, " || "),
            // `not` has a single operand.
            _ => Condition::join(operands, " || ").negated(),
        })
    }

    fn leaf(&self, value: ValueId) -> Result<Condition, FieldError> {
        let record = self.store.value(value).as_def().map(|record| self.store.record(record));
        let Some(record) = record.and_then(LibcallPredicateRecord::from_record) else {
            let leaf = self.store.value_ref(value);
            let message = format!("predicate dag leaf '{leaf}' is not a LibcallPredicate");
            return Err(self.error(message));
        };
        Ok(Condition { text: record.condition()?.to_owned(), is_compound: false })
    }

    fn error(&self, message: impl Into<String>) -> FieldError {
        FieldError::new(Code::RuntimeLibcalls, self.predicate, message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};
    use tablewright_records::Release;
    use tablewright_test_support::Description;

    fn check(dag: &str, expected: Expect) {
        let text = format!(
            "class LibcallPredicate<code cond> {{ code Cond = cond; }}
             class RuntimeLibcallAvailability<dag cond> {{ dag CondDag = cond; }}
             def all_of; def any_of; def none_of; def not;
             def A : LibcallPredicate<\"a\">; def B : LibcallPredicate<\"b && c\">;
             def P : RuntimeLibcallAvailability<{dag}>;"
        );
        let store = Description::new(&text).for_release(Release::new(24)).store();
        let record = store.record(store.find_record("P").expect("defined"));
        let shown = match condition(record) {
            Ok(text) => text.into_owned(),
            Err(error) => error.message().to_owned(),
        };
        expected.assert_eq(&shown);
    }

    #[test]
    fn a_compound_operand_has_parentheses() {
        check("(all_of (all_of A, B), (any_of A, B))", expect!["(a && b && c) && (a || b && c)"]);
        check("(any_of (not A), (none_of A, B))", expect!["!(a) || !(a || b && c)"]);
    }

    #[test]
    fn a_single_operand_has_the_parentheses_of_its_place() {
        check("(all_of (any_of A, B))", expect!["a || b && c"]);
        check("(all_of A, (all_of (any_of A, B)))", expect!["a && (a || b && c)"]);
        check("(not (all_of (any_of A, B)))", expect!["!(a || b && c)"]);
    }

    #[test]
    fn a_dag_without_operator_is_unconditional() {
        check("(?)", expect![""]);
    }

    #[test]
    fn a_mistake_in_a_condition_is_an_error() {
        check("(all_of)", expect!["'all_of' requires at least one operand"]);
        check("(not A, B)", expect!["'not' takes exactly one operand"]);
        check("(all_of 1)", expect!["predicate dag leaf '1' is not a LibcallPredicate"]);
    }
}
