//! The names of a combiner's patterns and operands. Many are written in the description; the others
//! are composed while it is read, so a store's symbols do not suffice.

use rustc_hash::FxHashMap;
use tablewright_index::{IndexVec, define_index};

define_index! {
    /// The name of a pattern or an operand, without `$`.
    pub struct Name;
}

/// The texts behind [`Name`]s; equal texts have equal names.
#[derive(Default, Debug)]
pub struct Names {
    texts: IndexVec<Name, Box<str>>,
    by_text: FxHashMap<Box<str>, Name>,
}

impl Names {
    /// The name with that text.
    pub fn intern(&mut self, text: &str) -> Name {
        if let Some(&name) = self.by_text.get(text) {
            return name;
        }
        let name = self.texts.push(text.into());
        self.by_text.insert(text.into(), name);
        name
    }

    /// The name with that text, if there is one.
    pub fn get(&self, text: &str) -> Option<Name> {
        self.by_text.get(text).copied()
    }

    /// The text of a name.
    pub fn text(&self, name: Name) -> &str {
        &self.texts[name]
    }
}
