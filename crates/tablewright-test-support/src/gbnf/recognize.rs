//! Earley's algorithm. The next byte selects the productions that are tried.

use std::collections::{HashMap, HashSet};

use super::{Gbnf, GbnfSymbol};

/// A production that is matched up to a symbol.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct EarleyItem {
    production: u32,
    /// The number of matched symbols.
    matched: u32,
    /// The position at which the production begins.
    start: u32,
}

/// The items at a position.
#[derive(Default)]
struct EarleySet {
    items: Vec<EarleyItem>,
    known: HashSet<EarleyItem>,
    /// The items that wait for a rule.
    waiting: HashMap<u32, Vec<EarleyItem>>,
}

impl EarleySet {
    fn add(&mut self, item: EarleyItem) {
        if self.known.insert(item) {
            self.items.push(item);
        }
    }
}

impl Gbnf {
    /// Returns whether the grammar matches the whole text.
    pub fn accepts(&self, text: &str) -> bool {
        self.matched_prefix(text) == Ok(())
    }

    /// Matches a text.
    ///
    /// # Errors
    /// The number of bytes that some matching text begins with.
    pub fn matched_prefix(&self, text: &str) -> Result<(), usize> {
        let bytes = text.as_bytes();
        let mut sets: Vec<EarleySet> = vec![EarleySet::default()];
        self.predict(self.root, 0, bytes.first().copied(), &mut sets[0]);
        for position in 0..=bytes.len() {
            let next = bytes.get(position).copied();
            self.close(position, next, &mut sets);
            let mut following = EarleySet::default();
            for &item in &sets[position].items {
                if let (Some(GbnfSymbol::Byte(set)), Some(byte)) = (self.symbol(item), next)
                    && self.sets[set as usize][usize::from(byte)]
                {
                    following.add(EarleyItem { matched: item.matched + 1, ..item });
                }
            }
            if next.is_some() && following.items.is_empty() {
                return Err(position);
            }
            sets.push(following);
        }
        let is_whole = |item: &EarleyItem| {
            item.start == 0
                && self.productions[item.production as usize].rule == self.root
                && self.symbol(*item).is_none()
        };
        let is_accepted = sets[bytes.len()].items.iter().any(is_whole);
        if is_accepted || (bytes.is_empty() && self.nullable[self.root as usize]) {
            Ok(())
        } else {
            Err(bytes.len())
        }
    }

    /// Returns the next symbol; `None` if the production is matched.
    fn symbol(&self, item: EarleyItem) -> Option<GbnfSymbol> {
        self.productions[item.production as usize].symbols.get(item.matched as usize).copied()
    }

    /// Adds the productions of a rule that can match the next byte.
    fn predict(&self, rule: u32, position: usize, next: Option<u8>, set: &mut EarleySet) {
        for &production in &self.by_rule[rule as usize] {
            let index = production as usize;
            let can_match = next.is_some_and(|byte| self.first[index][usize::from(byte)]);
            if can_match || self.empty[index] {
                set.add(EarleyItem { production, matched: 0, start: position as u32 });
            }
        }
    }

    /// Predicts and completes until nothing changes.
    fn close(&self, position: usize, next: Option<u8>, sets: &mut [EarleySet]) {
        let mut index = 0;
        while let Some(&item) = sets[position].items.get(index) {
            index += 1;
            match self.symbol(item) {
                Some(GbnfSymbol::Byte(_)) => {}
                Some(GbnfSymbol::Rule(rule)) => {
                    let waiting = sets[position].waiting.entry(rule).or_default();
                    waiting.push(item);
                    if waiting.len() == 1 {
                        self.predict(rule, position, next, &mut sets[position]);
                    }
                    if self.nullable[rule as usize] {
                        sets[position].add(EarleyItem { matched: item.matched + 1, ..item });
                    }
                }
                None => {
                    let rule = self.productions[item.production as usize].rule;
                    let start = item.start as usize;
                    let waiting = sets[start].waiting.get(&rule).cloned().unwrap_or_default();
                    for one in waiting {
                        sets[position].add(EarleyItem { matched: one.matched + 1, ..one });
                    }
                }
            }
        }
    }
}
