//! Interned strings: identifiers, string literals, record names.

use std::hash::BuildHasher;
use std::num::NonZeroU32;
use std::ops::Range;

use rustc_hash::FxBuildHasher;
use tablewright_index::{IndexVec, define_index};

use crate::id_table::IdTable;

define_index! {
    /// An interned string; equal symbols are equal strings. It has four bytes, and so has
    /// `Option<Symbol>`.
    ///
    /// Symbols are ordered by the first interning of their strings. This order depends only on the
    /// input, but it is meaningless to people: output is sorted by [`Interner::resolve`].
    pub struct Symbol;
}

impl Symbol {
    /// Returns the symbol as a number for compact tables; [`Symbol::from_raw`] turns it back.
    pub fn raw(self) -> u32 {
        self.0.get()
    }

    /// Returns the symbol that returned `raw`.
    ///
    /// # Panics
    /// If `raw` is zero, because symbols start at 1.
    pub fn from_raw(raw: u32) -> Symbol {
        Symbol(NonZeroU32::new(raw).expect("symbols are not zero"))
    }
}

/// The table of all strings in a run. Only [`Interner::truncate`] removes strings, and only the
/// last.
#[derive(Clone, Default)]
pub struct Interner {
    /// All strings, joined.
    text: String,
    /// The offset in `text` at which each string ends. It starts at the previous string's end.
    ends: IndexVec<Symbol, u32>,
    table: IdTable,
}

impl Interner {
    /// Creates an empty table.
    pub fn new() -> Interner {
        Interner {
            // Large allocations are not copied when they grow: the system moves their pages. Unused
            // pages occupy no memory.
            text: String::with_capacity(1 << 20),
            ends: IndexVec::with_capacity(1 << 17),
            table: IdTable::with_room(),
        }
    }

    /// Returns the size of all strings in bytes.
    pub fn text_bytes(&self) -> usize {
        self.text.len()
    }

    /// Returns the approximate memory of the table in bytes.
    pub fn memory_bytes(&self) -> usize {
        self.text.len() + self.ends.len() * size_of::<u32>() + self.table.memory_bytes()
    }

    /// Returns the symbol for `text`; equal texts have the same symbol.
    pub fn intern(&mut self, text: &str) -> Symbol {
        let hash = hash_of(text);
        if let Some(known) = self.find(hash, text) {
            return known;
        }
        self.text.push_str(text);
        // Only the ends are stored: a string starts at the previous string's end.
        let end = u32::try_from(self.text.len()).expect("less than 4 GiB of strings");
        let symbol = self.ends.push(end);
        self.table.insert(hash, symbol.0);
        symbol
    }

    fn find(&self, hash: u32, text: &str) -> Option<Symbol> {
        self.table.find(hash, |id| self.bytes(Symbol(id)) == text.as_bytes()).map(Symbol)
    }

    /// Returns the symbol for `text` if it was interned before.
    pub fn get(&self, text: &str) -> Option<Symbol> {
        self.find(hash_of(text), text)
    }

    /// Returns the symbol's string.
    #[inline]
    pub fn resolve(&self, symbol: Symbol) -> &str {
        &self.text[self.range(symbol)]
    }

    /// Returns the bytes of the symbol's string. Comparing bytes is cheaper than comparing strings,
    /// because character boundaries are not checked.
    #[inline]
    pub fn bytes(&self, symbol: Symbol) -> &[u8] {
        &self.text.as_bytes()[self.range(symbol)]
    }

    #[inline]
    fn range(&self, symbol: Symbol) -> Range<usize> {
        self.start(symbol.index()) as usize..self.ends[symbol] as usize
    }

    /// Returns the offset in `text` at which the string at `index` starts.
    #[inline]
    fn start(&self, index: usize) -> u32 {
        if index == 0 { 0 } else { self.ends.raw()[index - 1] }
    }

    /// Copies the strings from index `first` on.
    pub fn strings_from(&self, first: usize) -> Strings {
        let start = self.start(first);
        let text = self.text[start as usize..].to_owned();
        Strings { text, start, ends: self.ends.raw()[first..].to_vec() }
    }

    /// Keeps only the first `len` strings. The symbols of the removed strings will be reused.
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

    /// Returns the number of distinct strings.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns whether the table is empty.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }
}

/// Consecutive strings in an [`Interner`], ordered by symbol.
#[derive(Clone, Default)]
pub struct Strings {
    text: String,
    /// Offset of `text` in the interner's text.
    start: u32,
    /// Offsets in the interner's text at which the strings end.
    ends: Vec<u32>,
}

impl Strings {
    /// Returns the approximate memory in bytes.
    pub fn memory_bytes(&self) -> usize {
        self.text.len() + size_of_val(&self.ends[..])
    }

    /// Returns the strings.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        let mut from = 0;
        self.ends.iter().map(move |&end| {
            let to = (end - self.start) as usize;
            &self.text[std::mem::replace(&mut from, to)..to]
        })
    }
}

/// Returns a hash for [`IdTable`], which uses its highest bits.
///
/// The upper half of a 64-bit hash is better mixed. A 32-bit host has a 32-bit hash: its upper half
/// would be zero, and each lookup would compare all strings.
fn hash_of(text: &str) -> u32 {
    let hash = FxBuildHasher.hash_one(text);
    if cfg!(target_pointer_width = "64") {
        (hash >> 32) as u32
    } else {
        (hash as u32).wrapping_mul(0x9e37_79b9)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_differ_in_their_highest_bits() {
        let highest = |number: usize| hash_of(&format!("R{number}")) >> 16;
        let distinct: std::collections::BTreeSet<u32> = (0..1000).map(highest).collect();
        assert!(distinct.len() > 900, "{}", distinct.len());
    }

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
