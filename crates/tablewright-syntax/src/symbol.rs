//! Interned strings: identifiers, string literals, record names.

use std::hash::BuildHasher;
use std::num::NonZeroU32;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

/// An interned string; equal symbols are equal strings. Four bytes, also as `Option<Symbol>`.
///
/// The order of symbols is the order of their first interning, which depends on the input alone
/// but means nothing; sort by [`Interner::resolve`] where an order is seen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Symbol(NonZeroU32);

impl Symbol {
    /// A dense index from zero, for side tables.
    pub fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// A number that [`Symbol::from_raw`] turns back, for compact tables.
    pub fn raw(self) -> u32 {
        self.0.get()
    }

    /// The symbol that gave `raw`.
    ///
    /// # Panics
    /// Where `raw` is zero, which no symbol gives.
    pub fn from_raw(raw: u32) -> Symbol {
        Symbol(NonZeroU32::new(raw).expect("symbols are not zero"))
    }

    fn from_index(index: usize) -> Symbol {
        let raw = u32::try_from(index + 1).expect("fewer than 2^32 distinct strings");
        Symbol(NonZeroU32::new(raw).expect("index + 1 is not zero"))
    }
}

/// The table of all strings of a run. Grows only.
#[derive(Clone, Default)]
pub struct Interner {
    text: String,
    ends: Vec<u32>,
    table: HashTable<Symbol>,
}

impl Interner {
    /// An empty table.
    pub fn new() -> Interner {
        Interner::default()
    }

    /// The symbol of `text`, the same for equal texts.
    pub fn intern(&mut self, text: &str) -> Symbol {
        let hash = hash_of(text);
        if let Some(&found) = self.table.find(hash, |&s| self.resolve(s) == text) {
            return found;
        }
        let symbol = Symbol::from_index(self.ends.len());
        self.text.push_str(text);
        self.ends.push(u32::try_from(self.text.len()).expect("less than 4 GiB of strings"));
        let (texts, ends) = (&self.text, &self.ends);
        self.table.insert_unique(hash, symbol, |&s| hash_of(slice(texts, ends, s)));
        symbol
    }

    /// The symbol of `text` if it was interned before.
    pub fn get(&self, text: &str) -> Option<Symbol> {
        self.table.find(hash_of(text), |&s| self.resolve(s) == text).copied()
    }

    /// The string behind `symbol`.
    pub fn resolve(&self, symbol: Symbol) -> &str {
        slice(&self.text, &self.ends, symbol)
    }

    /// How many distinct strings there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether no string was interned.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }
}

fn slice<'a>(text: &'a str, ends: &[u32], symbol: Symbol) -> &'a str {
    let index = symbol.index();
    let start = if index == 0 { 0 } else { ends[index - 1] as usize };
    &text[start..ends[index] as usize]
}

fn hash_of(text: &str) -> u64 {
    FxBuildHasher.hash_one(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_strings_have_equal_symbols() {
        let mut names = Interner::new();
        let (a, b, empty) = (names.intern("add"), names.intern("sub"), names.intern(""));
        assert_eq!(names.intern("add"), a);
        assert_ne!(a, b);
        assert_eq!((names.resolve(a), names.resolve(b), names.resolve(empty)), ("add", "sub", ""));
        assert_eq!((names.get("sub"), names.get("mul"), names.len()), (Some(b), None, 3));
    }

    #[test]
    fn symbols_are_four_bytes() {
        assert_eq!(size_of::<Option<Symbol>>(), 4);
    }
}
