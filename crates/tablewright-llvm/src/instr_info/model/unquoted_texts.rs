//! Field values as text, for comparison regardless of their type.

use std::borrow::Cow;
use std::collections::HashMap;

use rustc_hash::{FxBuildHasher, FxHashMap};
use tablewright_index::define_index;
use tablewright_records::{RecordStore, Value, ValueId};

define_index! {
    /// A text: equal texts have equal ids.
    pub(super) struct InstrInfoTextId;
}

/// The texts of values. A string is the text between its quotes.
pub(super) struct UnquotedTexts<'s> {
    store: &'s RecordStore,
    by_text: HashMap<Cow<'s, str>, InstrInfoTextId, FxBuildHasher>,
    by_value: FxHashMap<ValueId, InstrInfoTextId>,
}

impl<'s> UnquotedTexts<'s> {
    pub(super) fn new(store: &'s RecordStore) -> UnquotedTexts<'s> {
        UnquotedTexts { store, by_text: HashMap::default(), by_value: FxHashMap::default() }
    }

    /// Returns the id for a value's text.
    pub(super) fn id(&mut self, value: ValueId) -> InstrInfoTextId {
        if let Some(&id) = self.by_value.get(&value) {
            return id;
        }
        let text = if let Value::String(text) | Value::Code(text) = self.store.value(value) {
            Cow::Borrowed(self.store.str(text))
        } else {
            Cow::Owned(self.store.value_text(value))
        };
        let next = InstrInfoTextId::from_index(self.by_text.len());
        let id = *self.by_text.entry(text).or_insert(next);
        self.by_value.insert(value, id);
        id
    }
}
