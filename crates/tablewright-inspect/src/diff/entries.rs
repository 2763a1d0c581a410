//! Lists of one kind, compared by the names of their entries.

use std::collections::{HashMap, HashSet};

use serde::Serialize;

use super::renames::{self, Renamed};

/// What changed of one list.
#[derive(Clone, Debug, Serialize)]
pub struct ListChanges {
    /// The name of the list, such as that of [`Kind::name`](crate::export::Kind::name).
    pub list: &'static str,
    /// The names of what only the new list has, in its order; of instructions those of the target first, and pseudo
    /// instructions last.
    pub added: Vec<String>,
    /// The names of what only the old list has, in the same order.
    pub removed: Vec<String>,
    /// Of the added instructions of the target that are no pseudo instructions, which need which predicates; most first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub added_by_predicates: Vec<AddedGroup>,
    /// Those added and removed that have another name and are otherwise what they were: an instruction with the same
    /// encoding and assembly, a feature with the same record, a register class with the same registers and types.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub renamed: Vec<Renamed>,
    /// What both have and what differs, in the order of the new list.
    pub changed: Vec<ChangedEntry>,
    /// How many of those that both have come in another order. Only patterns have an order that means
    /// something: the earlier is tried first.
    pub moved: usize,
    /// Why the list could not be computed of one of the two.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<ListProblem>,
}

impl ListChanges {
    /// Whether both lists are the same.
    pub fn is_empty(&self) -> bool {
        self.problem.is_none()
            && self.added.is_empty()
            && self.removed.is_empty()
            && self.changed.is_empty()
            && self.moved == 0
    }
}

/// Added instructions that need the same predicates.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AddedGroup {
    /// The predicates.
    pub predicates: Vec<String>,
    /// The names of the instructions.
    pub names: Vec<String>,
}

/// Why a list could not be computed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ListProblem {
    /// Whether it is the new description that has the error; else the old one.
    pub is_new: bool,
    /// What the error is.
    pub message: String,
}

/// What changed of something that both lists have.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ChangedEntry {
    /// Its name.
    pub name: String,
    /// What changed of it.
    pub changes: Vec<Change>,
}

/// A property that differs.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// It has another value.
    Value {
        /// The property.
        property: String,
        /// What it was.
        old: String,
        /// What it is.
        new: String,
    },
    /// A set has other members.
    Members {
        /// The property.
        property: String,
        /// Members of the new set alone.
        added: Vec<String>,
        /// Members of the old set alone.
        removed: Vec<String>,
    },
}

/// A property as it is compared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shown<'a> {
    /// A text.
    Text(String),
    /// A set, whose order means nothing.
    Set(Vec<&'a str>),
    /// A list of different names, whose order means something.
    Ordered(Vec<&'a str>),
    /// A list, of which single elements are compared where it has as many as before.
    Elements(Vec<String>),
}

/// What is compared by name.
pub trait Entry {
    /// The name.
    fn name(&self) -> &str;
    /// Its properties, the same ones for all entries and in the same order. Numbers and locations are none:
    /// they change with whatever comes before.
    fn properties(&self) -> Vec<(&'static str, Shown<'_>)>;
    /// What it is known by beside its name, if it is: what has that too is the same under another name.
    fn identity(&self) -> Option<String> {
        None
    }
}

/// A list without changes.
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

/// The changes of two lists of entries of one kind.
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
            changes.changed.extend(of_entry(*old, entry, entry.name().to_owned()));
        }
    }
    let names = |list: &[&T]| list.iter().map(|entry| entry.name().to_owned()).collect();
    (changes.added, changes.removed) = (names(&added), names(&removed));
    changes
}

/// How an entry differs from what it was, if it does.
pub(super) fn of_entry<T: Entry + PartialEq>(
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
        of_property(property, old, new, &mut changes);
    }
    (!changes.is_empty()).then_some(ChangedEntry { name, changes })
}

fn of_property(property: &str, old: Shown<'_>, new: Shown<'_>, changes: &mut Vec<Change>) {
    let value =
        |old: String, new: String| Change::Value { property: property.to_owned(), old, new };
    if let (Shown::Set(old) | Shown::Ordered(old), Shown::Set(new) | Shown::Ordered(new)) =
        (&old, &new)
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
        (_, Shown::Set(_)) => {}
        (Shown::Elements(old), Shown::Elements(new)) if old.len() == new.len() => {
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
        (Shown::Elements(old), Shown::Elements(new)) => {
            // What both have says nothing.
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
            let [old, new] = [old, new].map(Shown::into_text);
            if old != new {
                changes.push(value(old, new));
            }
        }
    }
}

impl Shown<'_> {
    fn into_text(self) -> String {
        match self {
            Shown::Text(text) => text,
            Shown::Set(names) | Shown::Ordered(names) => names.join(", "),
            Shown::Elements(elements) => elements.join(", "),
        }
    }
}

pub(super) fn strs(names: &[String]) -> Vec<&str> {
    names.iter().map(String::as_str).collect()
}
