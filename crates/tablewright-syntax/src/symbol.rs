//! Interned strings: identifiers, string literals, record names.

use std::hash::BuildHasher;
use std::num::NonZeroU32;
use std::ops::Range;

use rustc_hash::FxBuildHasher;
use tablewright_index::{IndexVec, define_index};

use crate::id_table::IdTable;

define_index! {
    /// An interned string; equal symbols are equal strings. Four bytes, also as `Option<Symbol>`.
    ///
    /// Symbols are ordered by when their strings were first interned. This order depends on the input
    /// alone, but it means nothing to people: output is sorted by [`Interner::resolve`].
    pub struct Symbol;
}

impl Symbol {
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
}

/// The table of all strings of a run. Strings are removed only by [`Interner::truncate`], the last ones first.
#[derive(Clone, Default)]
pub struct Interner {
    /// All strings, one after the other.
    text: String,
    /// The offset in `text` at which each string ends. It starts where the one before it ends.
    ends: IndexVec<Symbol, u32>,
    table: IdTable,
}

impl Interner {
    /// An empty table.
    pub fn new() -> Interner {
        Interner {
            // Large allocations are not copied when they grow: the system moves their pages. The
            // pages that are not used take no memory.
            text: String::with_capacity(1 << 20),
            ends: IndexVec::with_capacity(1 << 17),
            table: IdTable::with_room(),
        }
    }

    /// How many bytes all strings have together.
    pub fn text_bytes(&self) -> usize {
        self.text.len()
    }

    /// How many bytes of memory the table takes, about.
    pub fn memory_bytes(&self) -> usize {
        self.text.len() + self.ends.len() * size_of::<u32>() + self.table.memory_bytes()
    }

    /// The symbol of `text`, the same for equal texts.
    pub fn intern(&mut self, text: &str) -> Symbol {
        let hash = hash_of(text);
        if let Some(found) = self.find(hash, text) {
            return found;
        }
        self.text.push_str(text);
        // Only the ends are stored: a string starts where the one before it ends.
        let end = u32::try_from(self.text.len()).expect("less than 4 GiB of strings");
        let symbol = self.ends.push(end);
        self.table.insert(hash, symbol.0);
        symbol
    }

    fn find(&self, hash: u32, text: &str) -> Option<Symbol> {
        self.table.find(hash, |id| self.bytes(Symbol(id)) == text.as_bytes()).map(Symbol)
    }

    /// The symbol of `text` if it was interned before.
    pub fn get(&self, text: &str) -> Option<Symbol> {
        self.find(hash_of(text), text)
    }

    /// The string of `symbol`.
    #[inline]
    pub fn resolve(&self, symbol: Symbol) -> &str {
        &self.text[self.range(symbol)]
    }

    /// The bytes of the string of `symbol`. Comparing them is cheaper than comparing strings: no
    /// character boundaries are checked.
    #[inline]
    pub fn bytes(&self, symbol: Symbol) -> &[u8] {
        &self.text.as_bytes()[self.range(symbol)]
    }

    #[inline]
    fn range(&self, symbol: Symbol) -> Range<usize> {
        self.start(symbol.index()) as usize..self.ends[symbol] as usize
    }

    /// The offset in the text at which the string of index `index` starts.
    #[inline]
    fn start(&self, index: usize) -> u32 {
        if index == 0 { 0 } else { self.ends.raw()[index - 1] }
    }

    /// A copy of the strings from the one of index `first` on.
    pub fn strings_from(&self, first: usize) -> Strings {
        let start = self.start(first);
        let text = self.text[start as usize..].to_owned();
        Strings { text, start, ends: self.ends.raw()[first..].to_vec() }
    }

    /// Removes the strings from the one of index `len` on. Their symbols are given to others later.
    pub fn truncate(&mut self, len: usize) {
        if len >= self.len() {
            return;
        }
        self.text.truncate(self.start(len) as usize);
        self.ends.truncate(len);
        self.table.remove_where(|id| Symbol(id).index() >= len);
    }

    /// Removes all strings, and keeps the memory.
    pub fn clear(&mut self) {
        self.text.clear();
        self.ends.truncate(0);
        self.table.clear();
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

/// Some strings of an [`Interner`], in order of their symbols.
#[derive(Clone, Default)]
pub struct Strings {
    text: String,
    /// The offset of `text` in the interner's text.
    start: u32,
    /// The offsets in the interner's text at which the strings end.
    ends: Vec<u32>,
}

impl Strings {
    /// How many bytes of memory they take, about.
    pub fn memory_bytes(&self) -> usize {
        self.text.len() + size_of_val(&self.ends[..])
    }

    /// The strings.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        let mut from = 0;
        self.ends.iter().map(move |&end| {
            let to = (end - self.start) as usize;
            &self.text[std::mem::replace(&mut from, to)..to]
        })
    }
}

/// The upper half of the hash, which is the better one: [`IdTable`] uses its highest bits.
fn hash_of(text: &str) -> u32 {
    (FxBuildHasher.hash_one(text) >> 32) as u32
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
    fn later_strings_are_those_after_the_known() {
        let mut names = Interner::new();
        for name in ["add", "", "sub", "mul"] {
            names.intern(name);
        }
        let from = |first| names.strings_from(first).iter().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!((from(0), from(1)), (names_of("add||sub|mul"), names_of("|sub|mul")));
        assert_eq!(from(4), [""; 0]);
    }

    #[test]
    fn strings_from_an_index_on_are_removed() {
        let mut names = Interner::new();
        let symbols = ["add", "sub", "mul", ""].map(|name| names.intern(name));
        names.truncate(2);
        assert_eq!((names.get("mul"), names.get(""), names.len()), (None, None, 2));
        assert_eq!(names.get("sub"), Some(symbols[1]));
        assert_eq!((names.intern("div"), names.resolve(symbols[2])), (symbols[2], "div"));
    }

    fn names_of(list: &str) -> Vec<String> {
        list.split('|').map(str::to_owned).collect()
    }

    #[test]
    fn symbols_are_four_bytes() {
        assert_eq!(size_of::<Option<Symbol>>(), 4);
    }
}
