//! A table in which each of many signatures is a range.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::intrinsics::{TypeList, TypeListId};
use super::prototype::Descriptor;

pub(super) struct SignatureTable {
    pub(super) entries: Vec<Descriptor>,
    places: FxHashMap<TypeListId, usize>,
}

impl SignatureTable {
    /// A table with all `signatures`.
    pub(super) fn new<'a>(signatures: impl Iterator<Item = &'a TypeList>) -> SignatureTable {
        let lists: FxHashMap<TypeListId, &[Descriptor]> = signatures
            .filter(|signature| !signature.types.is_empty())
            .map(|signature| (signature.id, &*signature.types))
            .collect();
        let by_length: BTreeSet<(Reverse<usize>, &[Descriptor])> =
            lists.values().map(|&types| (Reverse(types.len()), types)).collect();
        let mut entries: Vec<Descriptor> = Vec::new();
        // Long ones come first: a short one is often a part of one.
        for (_, types) in by_length {
            if place(&entries, types).is_none() {
                entries.splice(0..0, types.iter().copied());
            }
        }
        let places = lists.into_iter().map(|(id, types)| {
            // A signature that is the whole table is found as well, unlike above.
            (id, place(&entries, types).unwrap_or(0))
        });
        SignatureTable { places: places.collect(), entries }
    }

    /// Where `signature` begins; 0 for an empty one, whose place does not matter.
    pub(super) fn index(&self, signature: &TypeList) -> usize {
        self.places.get(&signature.id).copied().unwrap_or(0)
    }
}

/// Where `signature` is a proper part of the table.
fn place(entries: &[Descriptor], signature: &[Descriptor]) -> Option<usize> {
    if signature.len() >= entries.len() {
        return None;
    }
    entries.windows(signature.len()).position(|window| window == signature)
}
