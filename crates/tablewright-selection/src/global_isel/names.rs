//! Names that rules mention: equal names have equal ids.

use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use tablewright_index::IndexVec;

use super::NameId;

/// The names in a rule set.
#[derive(Default, Debug)]
pub struct GlobalIselNames {
    texts: IndexVec<NameId, Box<str>>,
    ids: HashTable<NameId>,
}

fn hash(text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    text.hash(&mut hasher);
    hasher.finish()
}

impl GlobalIselNames {
    /// Returns the id of a name.
    pub fn intern(&mut self, name: &str) -> NameId {
        let texts = &mut self.texts;
        let of_text = hash(name);
        if let Some(&id) = self.ids.find(of_text, |&id| &*texts[id] == name) {
            return id;
        }
        let id = texts.push(name.into());
        self.ids.insert_unique(of_text, id, |&id| hash(&texts[id]));
        id
    }

    /// Returns the id of a name, if any rule mentions it.
    pub fn find(&self, name: &str) -> Option<NameId> {
        self.ids.find(hash(name), |&id| &*self.texts[id] == name).copied()
    }

    /// Returns a name.
    pub fn text(&self, id: NameId) -> &str {
        &self.texts[id]
    }
}
