//! Hashes for words, names and types.

use tablewright_syntax::symbol::Symbol;

use crate::ids::TypeId;
use crate::reads::hash_of_name;
use crate::store::RecordStore;

/// The first hash.
const START: u64 = 0x9e37_79b9_7f4a_7c15;

/// An odd factor with mixed bits.
const FACTOR: u64 = 0xd6e8_feb8_6659_fd93;

/// Combines a hash with a further word. Folding the product mixes all bits.
#[inline]
pub(super) fn mixed(hash: u64, word: u64) -> u64 {
    let product = u128::from(hash ^ word ^ START) * u128::from(FACTOR);
    let folded = (product as u64) ^ (product >> 64) as u64;
    folded.rotate_left(23).wrapping_add(word)
}

/// Hashes a sequence of words.
pub(super) fn hash_of(words: impl IntoIterator<Item = u64>) -> u64 {
    words.into_iter().fold(START, mixed)
}

/// Hashes for a store's symbols and types.
pub(super) struct NameHashes {
    symbols: Vec<u64>,
    types: Vec<u64>,
}

impl NameHashes {
    pub(super) fn new(store: &RecordStore) -> NameHashes {
        let symbol = |index| Symbol::from_raw(index as u32 + 1);
        let symbols = (0..store.symbols.len()).map(|index| hash_of_name(store.str(symbol(index))));
        let types = store.types.ids().map(|ty| hash_of_name(&store.type_text(ty)));
        NameHashes { symbols: symbols.collect(), types: types.collect() }
    }

    pub(super) fn symbol(&self, symbol: Symbol) -> u64 {
        self.symbols[symbol.index()]
    }

    /// Returns an optional name's hash, or 0.
    pub(super) fn optional(&self, symbol: Option<Symbol>) -> u64 {
        symbol.map_or(0, |symbol| self.symbol(symbol))
    }

    pub(super) fn ty(&self, ty: TypeId) -> u64 {
        self.types[ty.index()]
    }
}
