//! Comparison of lists by the names of their entries.

use std::collections::{HashMap, HashSet};

use serde::Serialize;

use super::renames::{self, Renamed};

/// The changes in a list.
#[derive(Clone, Debug, Serialize)]
pub struct ListChanges {
    /// The list's name, for example [`Kind::name`](crate::export::ExportedListKind::name).
    pub list: &'static str,
    /// Names that only the new list has, in its order. Among instructions, the target's own come
    /// first and pseudo instructions last.
    pub added: Vec<String>,
    /// Names that only the old list has, in the same order.
    pub removed: Vec<String>,
    /// The target's added instructions, grouped by predicates, largest group first. Pseudo
    /// instructions are left out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub added_by_predicates: Vec<AddedGroup>,
    /// Entries with a new name that are otherwise unchanged: instructions with the same encoding
    /// and assembly, features with the same record, register classes with the same registers and
    /// types. They are in `added` and `removed`, too.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub renamed: Vec<Renamed>,
    /// Entries in both lists that differ, in the new list's order.
    pub changed: Vec<ChangedEntry>,
    /// Number of entries in both lists whose order has changed. Only the order of patterns is
    /// significant: earlier patterns are tried first.
    pub moved: usize,
    /// An error that prevented the comparison.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<ListProblem>,
}

impl ListChanges {
    /// Whether the lists are equal.
    pub fn is_empty(&self) -> bool {
        self.problem.is_none()
            && self.added.is_empty()
            && self.removed.is_empty()
            && self.changed.is_empty()
            && self.moved == 0
    }
}

/// Added instructions with the same predicates.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AddedGroup {
    /// The predicates.
    pub predicates: Vec<String>,
    /// The instructions' names.
    pub names: Vec<String>,
}

/// An error in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ListProblem {
    /// Whether the error is in the new description; otherwise in the old.
    pub is_new: bool,
    /// The error message.
    pub message: String,
}

/// The changes to an entry in both lists.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ChangedEntry {
    /// The entry's name.
    pub name: String,
    /// Its changes.
    pub changes: Vec<Change>,
}

/// A change to a property.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// A different value.
    Value {
        /// The property's name.
        property: String,
        /// The old value.
        old: String,
        /// The new value.
        new: String,
    },
    /// A set with different members.
    Members {
        /// The property's name.
        property: String,
        /// Members only in the new set.
        added: Vec<String>,
        /// Members only in the old set.
        removed: Vec<String>,
    },
}

/// A property value in a form for comparison.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ComparedValue<'a> {
    /// A text.
    Text(String),
    /// A set, in any order.
    Set(Vec<&'a str>),
    /// A list of distinct names in significant order.
    Ordered(Vec<&'a str>),
    /// A list whose elements are compared one by one if its length is unchanged.
    Elements(Vec<String>),
}

/// An entry that is compared by name.
pub trait Entry {
    /// The name.
    fn name(&self) -> &str;
    /// Returns the properties: the same names in the same order for all entries. Numbers and
    /// locations are not properties, since unrelated definitions before the entry change them.
    fn properties(&self) -> Vec<(&'static str, ComparedValue<'_>)>;
    /// Returns an identity besides the name, if any. An entry with the same identity and another
    /// name is renamed.
    fn identity(&self) -> Option<String> {
        None
    }
}

/// Creates a list without changes.
pub(super) fn none(list: &'static str) -> ListChanges {
    ListChanges {
        list,
        added: Vec::new(),
        removed: Vec::new(),
        added_by_predicates: Vec::new(),
        renamed: Vec::new(),
        changed: Vec::new(),
        moved: 0,
        problem: None,
    }
}

/// Compares two lists of entries.
pub fn compare_entries<T: Entry + PartialEq>(
    list: &'static str,
    old: &[T],
    new: &[T],
) -> ListChanges {
    let mut changes = none(list);
    let mut before: HashMap<&str, &T> = old.iter().map(|entry| (entry.name(), entry)).collect();
    let after: HashSet<&str> = new.iter().map(Entry::name).collect();
    let added: Vec<&T> = new.iter().filter(|entry| !before.contains_key(entry.name())).collect();
    let removed: Vec<&T> = old.iter().filter(|entry| !after.contains(entry.name())).collect();
    let identities = |list: &[&T]| list.iter().map(|entry| entry.identity()).collect::<Vec<_>>();
    for (was, is) in renames::pairs(&identities(&removed), &identities(&added)) {
        let (was, is) = (removed[was], added[is]);
        changes.renamed.push(Renamed { old: was.name().to_owned(), new: is.name().to_owned() });
        before.insert(is.name(), was);
    }
    for entry in new {
        if let Some(old) = before.get(entry.name()) {
            changes.changed.extend(for_entry(*old, entry, entry.name().to_owned()));
        }
    }
    let names = |list: &[&T]| list.iter().map(|entry| entry.name().to_owned()).collect();
    (changes.added, changes.removed) = (names(&added), names(&removed));
    changes
}

/// Compares an entry with its old version; `None` if they are equal.
pub(super) fn for_entry<T: Entry + PartialEq>(
    old: &T,
    new: &T,
    name: String,
) -> Option<ChangedEntry> {
    if old == new {
        return None;
    }
    let pairs = old.properties().into_iter().zip(new.properties());
    let mut changes = Vec::new();
    for ((property, old), (_, new)) in pairs {
        for_property(property, old, new, &mut changes);
    }
    (!changes.is_empty()).then_some(ChangedEntry { name, changes })
}

fn for_property(
    property: &str,
    old: ComparedValue<'_>,
    new: ComparedValue<'_>,
    changes: &mut Vec<Change>,
) {
    let value =
        |old: String, new: String| Change::Value { property: property.to_owned(), old, new };
    if let (
        ComparedValue::Set(old) | ComparedValue::Ordered(old),
        ComparedValue::Set(new) | ComparedValue::Ordered(new),
    ) = (&old, &new)
    {
        let without = |list: &[&str], other: &[&str]| -> Vec<String> {
            let other: HashSet<&str> = other.iter().copied().collect();
            list.iter().filter(|it| !other.contains(*it)).map(|&it| it.to_owned()).collect()
        };
        let (added, removed) = (without(new, old), without(old, new));
        if !added.is_empty() || !removed.is_empty() {
            changes.push(Change::Members { property: property.to_owned(), added, removed });
            return;
        }
    }
    match (old, new) {
        (_, ComparedValue::Set(_)) => {}
        (ComparedValue::Elements(old), ComparedValue::Elements(new)) if old.len() == new.len() => {
            let sorted = |list: &[String]| {
                let mut list = list.to_vec();
                list.sort_unstable();
                list
            };
            if old != new && sorted(&old) == sorted(&new) {
                changes.push(value(old.join(", "), new.join(", ")));
                return;
            }
            let pairs = old.into_iter().zip(new).filter(|(old, new)| old != new);
            changes.extend(pairs.map(|(old, new)| value(old, new)));
        }
        (ComparedValue::Elements(old), ComparedValue::Elements(new)) => {
            // Common parts are not reported.
            let without = |list: &[String], other: &[String]| -> Vec<String> {
                list.iter().filter(|it| !other.contains(it)).cloned().collect()
            };
            let (added, removed) = (without(&new, &old), without(&old, &new));
            let is_of_both = added.len() < new.len() && removed.len() < old.len();
            if is_of_both && !(added.is_empty() && removed.is_empty()) {
                changes.push(Change::Members { property: property.to_owned(), added, removed });
            } else {
                changes.push(value(old.join(", "), new.join(", ")));
            }
        }
        (old, new) => {
            let [old, new] = [old, new].map(ComparedValue::into_text);
            if old != new {
                changes.push(value(old, new));
            }
        }
    }
}

impl ComparedValue<'_> {
    fn into_text(self) -> String {
        match self {
            ComparedValue::Text(text) => text,
            ComparedValue::Set(names) | ComparedValue::Ordered(names) => names.join(", "),
            ComparedValue::Elements(elements) => elements.join(", "),
        }
    }
}

pub(super) fn strs(names: &[String]) -> Vec<&str> {
    names.iter().map(String::as_str).collect()
}
