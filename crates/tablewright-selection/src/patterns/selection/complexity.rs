//! Pattern complexity: the part that it covers in the selection DAG. Among matching patterns, selection tries the most
//! complex first.
//!
//! In: a pattern. Out: its complexity, and the points that each node adds.

use super::to_match::{PatternToMatch, PatternsToMatch};
use crate::patterns::forest::{ForestOperation, NodeId};
use crate::patterns::reading::list::Patterns;

/// A reason for complexity points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ComplexityKind {
    /// A node.
    Node,
    /// The root is a number.
    RootNumber,
    /// A complex pattern; its record states the points.
    ComplexPattern,
    /// A C++ predicate at the node.
    Predicate,
    /// A number as an operand.
    Number,
    /// An all-ones or all-zeros vector as an operand.
    ConstantVector,
    /// The record's `AddedComplexity`.
    Added,
}

/// A part that adds to a pattern's complexity.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ComplexityPart {
    /// The node that it is about.
    pub node: NodeId,
    /// The reason for the points.
    pub kind: ComplexityKind,
    /// The points.
    pub points: i64,
}

use ComplexityKind as K;

impl PatternsToMatch {
    /// Returns a pattern's complexity, including the points that its record adds.
    pub fn complexity(&self, pattern: &PatternToMatch, patterns: &Patterns) -> i64 {
        let mut sum = 0;
        self.add_complexity(pattern, patterns, &mut |part| sum += part.points);
        sum
    }

    /// Returns the parts that add to a pattern's complexity.
    pub fn complexity_parts(
        &self,
        pattern: &PatternToMatch,
        patterns: &Patterns,
    ) -> Vec<ComplexityPart> {
        let mut parts = Vec::new();
        self.add_complexity(pattern, patterns, &mut |part| parts.push(part));
        parts
    }

    fn add_complexity(
        &self,
        pattern: &PatternToMatch,
        patterns: &Patterns,
        add: &mut impl FnMut(ComplexityPart),
    ) {
        self.add_node(pattern.source, add);
        let points = patterns.list()[pattern.pattern].added_complexity;
        if points != 0 {
            add(ComplexityPart { node: pattern.source, kind: K::Added, points });
        }
    }

    /// Returns whether a node's first value has, in some mode, a type that registers may have.
    fn has_register_type(&self, node: NodeId) -> bool {
        let types = self.forest.types(node).first().and_then(|&types| self.types_by_mode(types));
        types.is_some_and(|types| types.iter().any(|&(_, ty)| ty != self.other_type()))
    }

    fn add_node(&self, node: NodeId, add: &mut impl FnMut(ComplexityPart)) {
        let forest = &self.forest;
        add(ComplexityPart { node, kind: K::Node, points: 3 });
        if matches!(forest.operation(node), ForestOperation::Int(_)) {
            add(ComplexityPart { node, kind: K::RootNumber, points: 2 });
        }
        if let Some(pattern) = self.complex_pattern_of(node) {
            let points = self.complex_pattern(pattern).complexity;
            return add(ComplexityPart { node, kind: K::ComplexPattern, points });
        }
        let has_predicate = |node| !forest.attributes(node).predicates.is_empty();
        if has_predicate(node) {
            add(ComplexityPart { node, kind: K::Predicate, points: 1 });
        }
        for &node in forest.children(node) {
            if !forest.is_leaf(node) {
                // A node without a value, or with a type without registers, is not counted.
                if self.has_register_type(node) {
                    self.add_node(node, add);
                }
                continue;
            }
            match forest.operation(node) {
                ForestOperation::Int(_) | ForestOperation::IntrinsicNumber(_) => {
                    add(ComplexityPart { node, kind: K::Number, points: 5 });
                }
                _ if self.complex_pattern_of(node).is_some() => self.add_node(node, add),
                ForestOperation::Record(record)
                    if self.special_records().is_constant_vector(record) =>
                {
                    add(ComplexityPart { node, kind: K::ConstantVector, points: 4 });
                }
                _ if has_predicate(node) => {
                    add(ComplexityPart { node, kind: K::Predicate, points: 1 });
                }
                ForestOperation::Record(_)
                | ForestOperation::Any
                | ForestOperation::Node(_)
                | ForestOperation::Fragment(_)
                | ForestOperation::Instruction(_)
                | ForestOperation::Transform(_)
                | ForestOperation::ComplexPattern(_)
                | ForestOperation::Set
                | ForestOperation::Implicit => {}
            }
        }
    }
}
