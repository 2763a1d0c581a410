//! A table in which each of many signatures is a range.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::prototype::Descriptor;

pub(super) struct SignatureTable {
    pub(super) entries: Vec<Descriptor>,
    places: FxHashMap<Vec<Descriptor>, usize>,
}

impl SignatureTable {
    /// A table with all `signatures`.
    pub(super) fn new<'a>(signatures: impl Iterator<Item = &'a [Descriptor]>) -> SignatureTable {
        let signatures: BTreeSet<(Reverse<usize>, &[Descriptor])> = signatures
            .filter(|signature| !signature.is_empty())
            .map(|signature| (Reverse(signature.len()), signature))
            .collect();
        let mut entries: Vec<Descriptor> = Vec::new();
        // Long ones come first: a short one is often a part of one.
        for (_, signature) in &signatures {
            if place(&entries, signature).is_none() {
                entries.splice(0..0, signature.iter().copied());
            }
        }
        let places = signatures.into_iter().map(|(_, signature)| {
            // A signature that is the whole table is found as well, unlike above.
            (signature.to_vec(), place(&entries, signature).unwrap_or(0))
        });
        let places = places.collect();
        SignatureTable { places, entries }
    }

    /// Where `signature` begins; 0 for an empty one, whose place does not matter.
    pub(super) fn index(&self, signature: &[Descriptor]) -> usize {
        self.places.get(signature).copied().unwrap_or(0)
    }
}

/// Where `signature` is a proper part of the table.
fn place(entries: &[Descriptor], signature: &[Descriptor]) -> Option<usize> {
    if signature.len() >= entries.len() {
        return None;
    }
    entries.windows(signature.len()).position(|window| window == signature)
}
