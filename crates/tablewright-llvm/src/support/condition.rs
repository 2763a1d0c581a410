//! C++ for pattern conditions and hardware mode conditions.

use tablewright_records::RecordStore;
use tablewright_target::condition::PredicateCondition;
use tablewright_text::append;

/// Returns a condition as a C++ expression; empty if it is always true. Code from the description is in parentheses,
/// since it may be any expression.
pub fn condition_text(store: &RecordStore, condition: &PredicateCondition) -> String {
    let mut text = String::new();
    append_condition(store, condition, &mut text);
    text
}

fn append_condition(store: &RecordStore, condition: &PredicateCondition, text: &mut String) {
    match condition {
        PredicateCondition::Code(code) => append!(text, "(", store.str(*code), ")"),
        PredicateCondition::Not(negated) => {
            text.push_str("!(");
            append_condition(store, negated, text);
            text.push(')');
        }
        PredicateCondition::All(conditions) => {
            for (i, condition) in conditions.iter().enumerate() {
                text.push_str(if i == 0 { "" } else { " && " });
                append_condition(store, condition, text);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablewright_test_support::store_of;

    #[test]
    fn lists_are_joined_and_negations_are_in_parentheses() {
        let store = store_of("def A { string CondString = \"a || b\"; string B = \"b\"; }");
        let record = store.record(store.find_record("A").expect("it is defined"));
        let code = |field| PredicateCondition::Code(record.symbol(field).expect("it is a string"));
        let both = PredicateCondition::All(vec![code("CondString"), code("B")]);
        let not = |condition| PredicateCondition::Not(Box::new(condition));
        let check = |condition: PredicateCondition, expected| {
            assert_eq!(condition_text(&store, &condition), expected);
        };
        check(both.clone(), "(a || b) && (b)");
        check(PredicateCondition::default(), "");
        check(
            PredicateCondition::All(vec![code("B"), not(both.clone())]),
            "(b) && !((a || b) && (b))",
        );
        check(PredicateCondition::All(vec![code("B"), both]), "(b) && (a || b) && (b)");
    }
}
