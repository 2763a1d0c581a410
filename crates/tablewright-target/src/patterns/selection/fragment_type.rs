//! The type of what a fragment stands for.

use super::to_match::PatternsToMatch;
use crate::patterns::forest::FragmentId;
use crate::patterns::reading::list::Patterns;
use crate::value_types::ValueType;

impl PatternsToMatch {
    /// The type of a fragment's first result, where there is one.
    pub fn fragment_type(&self, patterns: &Patterns, fragment: FragmentId) -> Option<ValueType> {
        let tree = *self.operators.fragments[fragment].trees.first()?;
        patterns.sets.only_type(*patterns.fragment_trees.types(tree).first()?)
    }
}
