//! Subtarget conditions for encodings, each with a number.
//!
//! In: the `Predicates` field of encodings. Out: [`Predicates`]. Conditions are stored in their
//! printed form, so that conditions with the same text share a number.

use rustc_hash::FxHashMap;
use tablewright_records::{Feature, FieldError, Record, RecordId, RecordView, ValueId};

use crate::assembler_features::FeatureExpr;
use crate::record_views::encoding::InstructionEncodingRecord;
use crate::record_views::subtarget::PredicateRecord;

/// A token in a condition, from left to right.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PredicateToken {
    /// A subtarget feature.
    Feature(RecordId),
    /// Negation.
    Not,
    /// Conjunction.
    And,
    /// Disjunction.
    Or,
    /// An opening parenthesis.
    Open,
    /// A closing parenthesis.
    Close,
}

/// Conditions in the order of their first use.
#[derive(Default, Debug)]
pub struct Predicates {
    conditions: Vec<Vec<PredicateToken>>,
    numbers: FxHashMap<Vec<PredicateToken>, u32>,
    /// By list value, the number of its condition.
    by_list: FxHashMap<ValueId, Option<u32>>,
}

impl Predicates {
    /// Returns all conditions, indexed by number.
    pub fn conditions(&self) -> &[Vec<PredicateToken>] {
        &self.conditions
    }

    /// Returns the number of an encoding's condition; `None` if the encoding is always available.
    ///
    /// # Errors
    /// Returns an error if a condition is not a feature condition.
    pub fn number(&mut self, encoding: Record<'_>) -> Result<Option<u32>, FieldError> {
        let encoding = InstructionEncodingRecord::new(encoding);
        let list = encoding.predicates_value()?;
        if let Some(&number) = self.by_list.get(&list) {
            return Ok(number);
        }
        let condition = condition(&encoding.predicates()?)?;
        let number = (!condition.is_empty()).then(|| self.number_of_condition(condition));
        self.by_list.insert(list, number);
        Ok(number)
    }

    fn number_of_condition(&mut self, condition: Vec<PredicateToken>) -> u32 {
        let next = self.conditions.len() as u32;
        *self.numbers.entry(condition).or_insert_with_key(|condition| {
            self.conditions.push(condition.clone());
            next
        })
    }
}

/// Returns the feature conditions for an encoding: all must be true.
///
/// # Errors
/// Returns an error if a condition is not a feature condition.
pub fn conditions(encoding: Record<'_>) -> Result<Vec<FeatureExpr>, FieldError> {
    conditions_of(&InstructionEncodingRecord::new(encoding).predicates()?)
}

/// Returns the conditions of all assembler predicates in a list.
///
/// # Errors
/// Returns an error if a condition is not a feature condition.
pub fn conditions_of(predicates: &[PredicateRecord<'_>]) -> Result<Vec<FeatureExpr>, FieldError> {
    let mut conditions = Vec::new();
    for &predicate in predicates {
        // Predicates used only in code generation, or from other classes, do not have a condition.
        if !predicate.has_assembler_condition() {
            continue;
        }
        let condition = FeatureExpr::from_predicate(predicate.into())?;
        // In older releases an empty feature list means "always true".
        if !matches!(&condition, FeatureExpr::AllOf(parts) if parts.is_empty()) {
            conditions.push(condition);
        }
    }
    Ok(conditions)
}

/// Combines all predicates to a condition.
fn condition(predicates: &[PredicateRecord<'_>]) -> Result<Vec<PredicateToken>, FieldError> {
    let mut tokens = Vec::new();
    let conditions = conditions_of(predicates)?;
    let wraps_negated = predicates.first().is_some_and(|predicate| {
        predicate.store().release().has(Feature::NegatedFeaturesHaveParentheses)
    });
    let counts_all = predicates.first().is_some_and(|predicate| {
        !predicate.store().release().has(Feature::PredicatesWithoutConditionAreIgnored)
    });
    let count = if counts_all { predicates.len() } else { conditions.len() };
    for condition in conditions {
        if !tokens.is_empty() {
            tokens.push(PredicateToken::And);
        }
        write(&condition, count > 1, wraps_negated, &mut tokens);
    }
    Ok(tokens)
}

/// Adds a condition. `is_operand`: whether it is the operand of another operator. `wraps_negated`: whether negated
/// conditions have parentheses.
fn write(
    expr: &FeatureExpr,
    is_operand: bool,
    wraps_negated: bool,
    tokens: &mut Vec<PredicateToken>,
) {
    let (parts, operator) = match expr {
        FeatureExpr::Feature(feature) => return tokens.push(PredicateToken::Feature(*feature)),
        FeatureExpr::Not(inner) => {
            tokens.push(PredicateToken::Not);
            if wraps_negated {
                tokens.push(PredicateToken::Open);
                write(inner, false, wraps_negated, tokens);
                return tokens.push(PredicateToken::Close);
            }
            return write(inner, true, wraps_negated, tokens);
        }
        FeatureExpr::AllOf(parts) => (parts, PredicateToken::And),
        FeatureExpr::AnyOf(parts) => (parts, PredicateToken::Or),
    };
    let has_parentheses = is_operand && parts.len() > 1;
    if has_parentheses {
        tokens.push(PredicateToken::Open);
    }
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            tokens.push(operator);
        }
        write(part, is_operand || parts.len() > 1, wraps_negated, tokens);
    }
    if has_parentheses {
        tokens.push(PredicateToken::Close);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablewright_test_support::store_of;

    const CLASSES: &str = "
class SubtargetFeature; def A : SubtargetFeature; def B : SubtargetFeature; def C : SubtargetFeature;
def all_of; def any_of; def not;
class Predicate { bit AssemblerMatcherPredicate = 0; dag AssemblerCondDag = ?; }
class For<dag condition> : Predicate { let AssemblerCondDag = condition; }
class E<list<Predicate> predicates> { list<Predicate> Predicates = predicates; }
def Code : Predicate; def IsA : For<(all_of A)>; def IsB : For<(all_of B)>;
def AorB : For<(any_of A, B)>; def AandB : For<(all_of A, B)>;
";

    /// The conditions of the records `x0`, `x1` and so on by number, and these numbers.
    fn check(text: &str, conditions: &[&str], numbers: &[Option<u32>]) {
        let store = store_of(&format!("{CLASSES}{text}"));
        let mut predicates = Predicates::default();
        let actual_numbers: Vec<Option<u32>> = (0..numbers.len())
            .map(|x| {
                let x = store.find_record(&format!("x{x}")).expect("defined");
                predicates.number(store.record(x)).expect("it makes sense")
            })
            .collect();
        let token = |token: &PredicateToken| match token {
            PredicateToken::Feature(feature) => store.record(*feature).name(),
            PredicateToken::Not => "!",
            PredicateToken::And => " && ",
            PredicateToken::Or => " || ",
            PredicateToken::Open => "(",
            PredicateToken::Close => ")",
        };
        let texts = predicates.conditions().iter().map(|tokens| tokens.iter().map(token).collect());
        assert_eq!(
            (texts.collect::<Vec<String>>(), actual_numbers),
            (conditions.iter().map(|&text| text.to_owned()).collect(), numbers.to_vec(),)
        );
    }

    #[test]
    fn equal_conditions_have_one_number() {
        check(
            "def x0 : E<[IsA, IsB]>; def x1 : E<[Code]>; def x2 : E<[AandB]>; def x3 : E<[IsA]>;",
            &["A && B", "A"],
            &[Some(0), None, Some(0), Some(1)],
        );
    }

    #[test]
    fn alternatives_in_a_list_of_several_are_in_parentheses() {
        check(
            "def x0 : E<[AorB]>; def x1 : E<[AorB, Code]>; def x2 : E<[AorB, IsA]>;",
            &["A || B", "(A || B)", "(A || B) && A"],
            &[Some(0), Some(1), Some(2)],
        );
    }

    #[test]
    fn conditions_nest() {
        check(
            "def N : For<(all_of A, (not (any_of B, C)))>; def x0 : E<[N]>;
             def O : For<(not A)>; def x1 : E<[O]>;",
            &["A && !(B || C)", "!A"],
            &[Some(0), Some(1)],
        );
    }
}
