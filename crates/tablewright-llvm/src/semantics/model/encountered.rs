//! Constants, predicates and complex patterns, in the order in which operations mention them first.

use rustc_hash::FxHashMap;

use super::super::layout::SemanticsLayout;

/// The entities encountered until now.
pub(super) struct Encountered<'s> {
    /// Each once.
    pub(super) constants: Vec<u64>,
    indices: FxHashMap<u64, u32>,
    /// The fragments with predicates that operations name, each once.
    pub(super) predicates: Vec<&'s str>,
    known_predicates: FxHashMap<&'s str, ()>,
    /// The complex patterns that operations name, each once.
    pub(super) complex_patterns: Vec<String>,
}

impl<'s> Encountered<'s> {
    pub(super) fn new(layout: SemanticsLayout) -> Encountered<'s> {
        // Zero means no constant in the plain layout.
        let constants = if layout == SemanticsLayout::Plain { vec![0] } else { Vec::new() };
        Encountered {
            constants,
            indices: FxHashMap::default(),
            predicates: Vec::new(),
            known_predicates: FxHashMap::default(),
            complex_patterns: Vec::new(),
        }
    }

    /// Returns a constant's index.
    pub(super) fn constant(&mut self, number: i64) -> u32 {
        let next = self.constants.len() as u32;
        let index = *self.indices.entry(number as u64).or_insert(next);
        if index == next {
            self.constants.push(number as u64);
        }
        index
    }

    /// Adds the name for a predicate's fragment.
    pub(super) fn predicate(&mut self, name: &'s str) {
        if self.known_predicates.insert(name, ()).is_none() {
            self.predicates.push(name);
        }
    }

    /// Adds the name of a complex pattern. A target has few.
    pub(super) fn complex_pattern(&mut self, name: &str) {
        if !self.complex_patterns.iter().any(|known| known == name) {
            self.complex_patterns.push(name.to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_constant_is_kept_once_as_64_bits() {
        let mut counted = Encountered::new(SemanticsLayout::Counted);
        assert_eq!([7, -1, 7].map(|number| counted.constant(number)), [0, 1, 0]);
        assert_eq!(counted.constants, [7, u64::MAX]);
        let mut plain = Encountered::new(SemanticsLayout::Plain);
        assert_eq!([0, 7, 0].map(|number| plain.constant(number)), [1, 2, 1]);
        assert_eq!(plain.constants, [0, 0, 7]);
    }

    #[test]
    fn predicates_are_in_order_of_their_first_uses() {
        let mut encountered = Encountered::new(SemanticsLayout::Counted);
        for name in ["store", "load", "store"] {
            encountered.predicate(name);
        }
        assert_eq!(encountered.predicates, ["store", "load"]);
    }
}
