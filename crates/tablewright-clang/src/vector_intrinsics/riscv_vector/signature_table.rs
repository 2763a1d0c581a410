//! The signature table: a list of types in which each signature is a range.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::intrinsics::{TypeList, TypeListId};
use super::prototype::PrototypeLetters;

#[doc(alias = "SemaSignatureTable")]
pub(super) struct RvvSignatureTable {
    /// Types as Clang's numbers.
    pub(super) entries: Vec<[u16; 3]>,
    offsets: FxHashMap<TypeListId, usize>,
}

impl RvvSignatureTable {
    /// Builds a table with all `signatures`.
    pub(super) fn new<'a>(
        signatures: impl Iterator<Item = &'a TypeList>,
        letters: PrototypeLetters,
    ) -> RvvSignatureTable {
        let mut lists: FxHashMap<TypeListId, Vec<[u16; 3]>> = FxHashMap::default();
        for TypeList { id, types } in signatures.filter(|signature| !signature.types.is_empty()) {
            let numbers = || types.iter().map(|ty| ty.numbers(letters)).collect();
            lists.entry(*id).or_insert_with(numbers);
        }
        let by_length: BTreeSet<(Reverse<usize>, &[[u16; 3]])> =
            lists.values().map(|types| (Reverse(types.len()), &types[..])).collect();
        let mut entries: Vec<[u16; 3]> = Vec::new();
        // Long signatures first, since a short signature is often part of a long one.
        for (_, types) in by_length {
            if offset(&entries, types).is_none() {
                entries.splice(0..0, types.iter().copied());
            }
        }
        let offsets = lists.iter().map(|(&id, types)| {
            // Unlike above, a signature that equals the whole table is found, too.
            (id, offset(&entries, types).unwrap_or(0))
        });
        RvvSignatureTable { offsets: offsets.collect(), entries }
    }

    /// Returns the start index of `signature`; 0 for an empty signature, whose index does not
    /// matter.
    pub(super) fn index(&self, signature: &TypeList) -> usize {
        self.offsets.get(&signature.id).copied().unwrap_or(0)
    }
}

/// Returns the start index of the nonempty `signature` if it is a proper part of the table.
fn offset(entries: &[[u16; 3]], signature: &[[u16; 3]]) -> Option<usize> {
    if signature.len() >= entries.len() {
        return None;
    }
    // The first type alone excludes most positions.
    let (first, tail) = signature.split_first()?;
    let mut windows = entries.windows(signature.len());
    windows.position(|window| window[0] == *first && window[1..] == *tail)
}
