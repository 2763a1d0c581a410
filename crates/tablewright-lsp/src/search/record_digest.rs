//! Comparison of records before and after a renaming.

use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeMap, HashMap};
use std::hash::{Hash, Hasher};

use tablewright_records::{Class, RecordStore, ValueId};

/// The old and the new name. Both are equal in a digest.
pub(super) struct NamePair<'n> {
    longer: &'n str,
    shorter: &'n str,
}

impl<'n> NamePair<'n> {
    pub(super) fn new(a: &'n str, b: &'n str) -> NamePair<'n> {
        if a.len() >= b.len() {
            NamePair { longer: a, shorter: b }
        } else {
            NamePair { longer: b, shorter: a }
        }
    }

    /// Hashes a text in which the names are replaced.
    fn hash(&self, text: &str) -> u64 {
        let mut hasher = DefaultHasher::new();
        if text.contains(self.shorter) || text.contains(self.longer) {
            text.replace(self.longer, "\0").replace(self.shorter, "\0").hash(&mut hasher);
        } else {
            text.hash(&mut hasher);
        }
        hasher.finish()
    }
}

/// The hashes of all classes and records, by the hashes of their names.
pub(super) type RecordDigest = BTreeMap<u64, u64>;

/// Returns a description's digest.
pub(super) fn digest(store: &RecordStore, names: &NamePair<'_>) -> RecordDigest {
    let mut values: HashMap<ValueId, u64> = HashMap::new();
    let mut digest = RecordDigest::new();
    let class_names = |ids: &[tablewright_records::ClassId]| -> Vec<u64> {
        ids.iter().map(|&id| names.hash(store.class(id).name())).collect()
    };
    for record in store.records() {
        let mut hasher = DefaultHasher::new();
        class_names(record.superclasses()).hash(&mut hasher);
        for field in record.fields() {
            let value = values
                .entry(field.value)
                .or_insert_with(|| names.hash(&store.value_text(field.value)));
            (names.hash(store.str(field.name)), *value).hash(&mut hasher);
        }
        digest.insert(names.hash(record.name()), hasher.finish());
    }
    for class in store.classes() {
        let mut hasher = DefaultHasher::new();
        class_names(class.superclasses()).hash(&mut hasher);
        (class.params().len(), class.fields().len()).hash(&mut hasher);
        digest.insert(names.hash(&class_key(class)), hasher.finish());
    }
    digest
}

/// Returns a class or record whose digest is different; `None` if both digests are equal.
pub(super) fn difference(
    store: &RecordStore,
    names: &NamePair<'_>,
    before: &RecordDigest,
    after: &RecordDigest,
) -> Option<String> {
    if before == after {
        return None;
    }
    let differs = |name: &str| {
        let hash = names.hash(name);
        before.get(&hash) != after.get(&hash)
    };
    let mut records = store.records().map(|record| record.name().to_owned());
    let record = records.find(|name| differs(name));
    let class = || {
        let mut classes = store.classes();
        classes.find(|class| differs(&class_key(*class))).map(|class| class.name().to_owned())
    };
    Some(record.or_else(class).unwrap_or_else(|| "a record".to_owned()))
}

fn class_key(class: Class<'_>) -> String {
    format!("class {}", class.name())
}
