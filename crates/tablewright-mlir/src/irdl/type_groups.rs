//! Operands and results of an operation whose types are the same.

use crate::model::{ConstraintArity, Operation, PredicateTrait, Trait, TypeRelation};

/// The trait of operations whose operands have the same type.
pub(super) const SAME_TYPE_OPERANDS: &str = "::mlir::OpTrait::SameTypeOperands";

/// Operands and results grouped by equal type. Operands are numbered first, then results.
pub(super) struct TypeGroups {
    /// For each operand and result, the first member of its group.
    first: Vec<usize>,
}

impl TypeGroups {
    pub(super) fn new(operation: &Operation<'_>) -> TypeGroups {
        let operands = operation.arguments.operands.len();
        let count = operands + operation.results.len();
        let mut groups = TypeGroups { first: (0..count).collect() };
        if operation.has_trait(SAME_TYPE_OPERANDS) {
            groups.join(&(0..operands).collect::<Vec<_>>());
        }
        for one in &operation.traits {
            if let Trait::Predicate(condition) = one {
                groups.join(&same(operation, condition).0);
            }
        }
        groups
    }

    /// Merges values into a group.
    fn join(&mut self, values: &[usize]) {
        let Some(target) = values.iter().map(|&value| self.first[value]).min() else { return };
        let joined: Vec<usize> = values.iter().map(|&value| self.first[value]).collect();
        for first in &mut self.first {
            if joined.contains(first) {
                *first = target;
            }
        }
    }

    /// Returns the members of a value's group, in order.
    pub(super) fn members(&self, value: usize) -> Vec<usize> {
        let members = self.first.iter().enumerate();
        members.filter(|(_, first)| **first == self.first[value]).map(|(index, _)| index).collect()
    }

    /// Whether groups fully express a condition.
    pub(super) fn expresses(operation: &Operation<'_>, condition: &PredicateTrait<'_>) -> bool {
        let (values, is_complete) = same(operation, condition);
        is_complete && !values.is_empty()
    }
}

/// Returns the values whose types a condition equates, and whether the condition names no other values. Only single
/// values have a type.
fn same(operation: &Operation<'_>, condition: &PredicateTrait<'_>) -> (Vec<usize>, bool) {
    let Some(TypeRelation::Same(names)) = &condition.types else { return (Vec::new(), false) };
    let values: Vec<_> = operation.arguments.operands.iter().chain(&operation.results).collect();
    let find = |name: &str| {
        let is_it = |value: &&crate::model::operation::OperationValue<'_>| {
            value.name == name && value.constraint.arity == ConstraintArity::Single
        };
        values.iter().position(is_it)
    };
    let indices: Vec<Option<usize>> = names.iter().map(|name| find(name)).collect();
    let is_complete = indices.iter().all(Option::is_some);
    (indices.into_iter().flatten().collect(), is_complete)
}
