//! Detection of renamed entries.
//!
//! In: the entries that only one list has, each with its identity. Out: pairs of an old and a new
//! entry with the same identity. If several entries in a list have the same identity, none of them
//! is paired, since any choice would be a guess.

use std::collections::HashMap;

use serde::Serialize;

/// A renamed entry.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Renamed {
    /// The old name.
    pub old: String,
    /// The new name.
    pub new: String,
}

/// Pairs removed and added entries by identity. Returns pairs of indices in the order of `added`.
/// An entry without an identity is `None`.
pub(super) fn pairs(removed: &[Option<String>], added: &[Option<String>]) -> Vec<(usize, usize)> {
    let before = unique(removed);
    let after = unique(added);
    let mut pairs = Vec::new();
    for (index, identity) in added.iter().enumerate() {
        let Some(identity) = identity.as_deref() else { continue };
        if let (Some(Some(old)), Some(Some(_))) = (before.get(identity), after.get(identity)) {
            pairs.push((*old, index));
        }
    }
    pairs
}

/// Maps each identity to the index of its entry; `None` if several entries have it.
fn unique(entries: &[Option<String>]) -> HashMap<&str, Option<usize>> {
    let mut unique = HashMap::new();
    for (index, identity) in entries.iter().enumerate() {
        if let Some(identity) = identity {
            let entry = unique.entry(identity.as_str()).or_insert(Some(index));
            if *entry != Some(index) {
                *entry = None;
            }
        }
    }
    unique
}

/// Replaces old names by new names in a text.
pub(super) fn rename_words(text: &str, names: &HashMap<&str, &str>) -> String {
    if names.is_empty() {
        return text.to_owned();
    }
    let mut renamed = String::with_capacity(text.len());
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut remainder = text;
    while let Some(start) = remainder.find(is_word) {
        let (between, from) = remainder.split_at(start);
        let end = from.find(|c| !is_word(c)).unwrap_or(from.len());
        let (word, after) = from.split_at(end);
        renamed.push_str(between);
        // An operand name is not a record name.
        let is_operand = between.ends_with('$');
        let new = names.get(word).filter(|_| !is_operand);
        renamed.push_str(new.copied().unwrap_or(word));
        remainder = after;
    }
    renamed + remainder
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_there_several_times_is_not_paired() {
        let of = |texts: &[&str]| -> Vec<Option<String>> {
            let text = |text: &&str| Some((*text).to_owned()).filter(|text| !text.is_empty());
            texts.iter().map(text).collect()
        };
        assert_eq!(pairs(&of(&["a", "b", ""]), &of(&["", "b", "c"])), [(1, 1)]);
        assert_eq!(pairs(&of(&["a", "a"]), &of(&["a"])), []);
        assert_eq!(pairs(&of(&["a"]), &of(&["a", "a"])), []);
    }

    #[test]
    fn words_of_patterns_are_renamed() {
        let names = HashMap::from([("ADD", "PLUS")]);
        assert_eq!(rename_words("(ADD $ADD, (ADDI 1))", &names), "(PLUS $ADD, (ADDI 1))");
    }
}
