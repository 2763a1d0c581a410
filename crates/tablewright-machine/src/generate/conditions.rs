//! Numbered conditions on features.

use tablewright_target::assembler_features::FeatureExpr;

/// The number of a condition in the generated crate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ConditionNumber(pub(super) usize);

impl ConditionNumber {
    /// The condition that is always true.
    pub(super) const ALWAYS: ConditionNumber = ConditionNumber(1);

    pub(super) fn is_always(self) -> bool {
        self == ConditionNumber::ALWAYS
    }
}

/// All conditions, without repetitions. Equal conditions have equal numbers. The first one is never true.
pub(super) struct ConditionList {
    pub(super) conditions: Vec<FeatureExpr>,
}

impl ConditionList {
    pub(super) fn new() -> ConditionList {
        let (never, always) = (FeatureExpr::AnyOf(Vec::new()), FeatureExpr::AllOf(Vec::new()));
        ConditionList { conditions: vec![never, always] }
    }

    /// Returns the number of a condition.
    pub(super) fn number(&mut self, condition: FeatureExpr) -> ConditionNumber {
        let condition = simplified(condition);
        let index = self.conditions.iter().position(|other| *other == condition);
        ConditionNumber(index.unwrap_or_else(|| {
            self.conditions.push(condition);
            self.conditions.len() - 1
        }))
    }

    /// Returns the number of the condition that all these are true.
    pub(super) fn all(
        &mut self,
        conditions: impl IntoIterator<Item = FeatureExpr>,
    ) -> ConditionNumber {
        self.number(FeatureExpr::AllOf(conditions.into_iter().collect()))
    }
}

/// Returns an equal condition without nested lists of the same kind, repetitions and constants.
fn simplified(condition: FeatureExpr) -> FeatureExpr {
    match condition {
        FeatureExpr::Feature(_) => condition,
        FeatureExpr::Not(inner) => match simplified(*inner) {
            FeatureExpr::Not(inner) => *inner,
            inner @ (FeatureExpr::Feature(_) | FeatureExpr::AllOf(_) | FeatureExpr::AnyOf(_)) => {
                FeatureExpr::Not(Box::new(inner))
            }
        },
        FeatureExpr::AllOf(parts) => joined(parts, true),
        FeatureExpr::AnyOf(parts) => joined(parts, false),
    }
}

fn joined(parts: Vec<FeatureExpr>, is_all: bool) -> FeatureExpr {
    let mut list: Vec<FeatureExpr> = Vec::new();
    for part in parts {
        let inner = match simplified(part) {
            FeatureExpr::AllOf(inner) if is_all => inner,
            FeatureExpr::AnyOf(inner) if !is_all => inner,
            // A part that decides the whole.
            FeatureExpr::AnyOf(inner) if inner.is_empty() => return FeatureExpr::AnyOf(inner),
            FeatureExpr::AllOf(inner) if inner.is_empty() => return FeatureExpr::AllOf(inner),
            other => vec![other],
        };
        for part in inner {
            if !list.contains(&part) {
                list.push(part);
            }
        }
    }
    match list.len() {
        1 => list.remove(0),
        _ if is_all => FeatureExpr::AllOf(list),
        _ => FeatureExpr::AnyOf(list),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nested_lists_and_constants_are_simplified() {
        let always = || FeatureExpr::AllOf(Vec::new());
        let never = || FeatureExpr::AnyOf(Vec::new());
        let mut list = ConditionList::new();
        assert_eq!(list.all([always(), always()]), ConditionNumber::ALWAYS);
        assert_eq!(list.all([always(), never()]), ConditionNumber(0));
        let any = FeatureExpr::AnyOf(vec![never(), always()]);
        assert_eq!(list.number(any), ConditionNumber::ALWAYS);
        assert_eq!(list.conditions.len(), 2);
    }
}
