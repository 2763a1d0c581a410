//! Comparison of lists by the names of their entries.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use serde::Serialize;

use super::anonymous::without_numbers;
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
    /// Bits as digits, the highest bit first. Only the bits that differ are reported.
    Bits(String),
    /// Runs of encoding bits, such as `0b01` and `rs1{4-0}`. New names for the same bits are reported separately.
    Encoding(Vec<String>),
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
    // An equal number of an anonymous record is a coincidence.
    before.retain(|name, _| !is_numbered(name));
    let after: HashSet<&str> =
        new.iter().map(Entry::name).filter(|name| !is_numbered(name)).collect();
    let mut added: Vec<&T> =
        new.iter().filter(|entry| !before.contains_key(entry.name())).collect();
    let mut removed: Vec<&T> = old.iter().filter(|entry| !after.contains(entry.name())).collect();
    pair_numbered(&mut removed, &mut added, &mut before);
    let identities = |list: &[&T]| list.iter().map(|entry| entry.identity()).collect::<Vec<_>>();
    for (was, is) in renames::pairs(&identities(&removed), &identities(&added)) {
        let (was, is) = (removed[was], added[is]);
        changes.renamed.push(Renamed { old: stable_name(was), new: stable_name(is) });
        before.insert(is.name(), was);
    }
    for entry in new {
        if let Some(old) = before.get(entry.name()) {
            changes.changed.extend(for_entry(*old, entry, stable_name(entry)));
        }
    }
    let names = |list: &[&T]| list.iter().map(|&entry| stable_name(entry)).collect();
    (changes.added, changes.removed) = (names(&added), names(&removed));
    changes
}

/// Pairs entries whose names differ in numbers of anonymous records only, and removes them from the lists: entries with
/// the same identity first, then the others in order.
fn pair_numbered<'e, T: Entry>(
    removed: &mut Vec<&'e T>,
    added: &mut Vec<&'e T>,
    before: &mut HashMap<&'e str, &'e T>,
) {
    for needs_identity in [true, false] {
        added.retain(|new| {
            let is_same = |old: &&T| {
                is_numbered(old.name())
                    && stable_name(*old) == stable_name(*new)
                    && (!needs_identity || old.identity() == new.identity())
            };
            let found =
                if is_numbered(new.name()) { removed.iter().position(is_same) } else { None };
            if let Some(index) = found {
                before.insert(new.name(), removed.remove(index));
            }
            found.is_none()
        });
    }
}

fn is_numbered(name: &str) -> bool {
    matches!(without_numbers(name), Cow::Owned(_))
}

/// Returns an entry's name without numbers of anonymous records.
fn stable_name<T: Entry>(entry: &T) -> String {
    without_numbers(entry.name()).into_owned()
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
        if old != new {
            for_property(property, old, new, &mut changes);
        }
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
        let stable = |list: &[&str]| -> Vec<String> {
            list.iter().map(|name| without_numbers(name).into_owned()).collect()
        };
        let without = |list: &[String], other: &[String]| -> Vec<String> {
            let other: HashSet<&String> = other.iter().collect();
            list.iter().filter(|it| !other.contains(it)).cloned().collect()
        };
        let (old, new) = (stable(old), stable(new));
        let (added, removed) = (without(&new, &old), without(&old, &new));
        if !added.is_empty() || !removed.is_empty() {
            changes.push(Change::Members { property: property.to_owned(), added, removed });
            return;
        }
    }
    match (old.with_stable_elements(), new.with_stable_elements()) {
        (_, ComparedValue::Set(_)) => {}
        (ComparedValue::Bits(old), ComparedValue::Bits(new)) if old.len() == new.len() => {
            changes.extend(bits_change(property, &old, &new));
        }
        (ComparedValue::Encoding(old), ComparedValue::Encoding(new)) => {
            match renamed_fields(&old, &new) {
                Some(renamed) => changes.extend(renamed.into_iter().map(|(old, new)| {
                    Change::Value { property: "encoding fields".to_owned(), old, new }
                })),
                None => changes.push(value(old.join(" "), new.join(" "))),
            }
        }
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
            let [old, new] = [old, new].map(|it| without_numbers(&it.into_text()).into_owned());
            if old != new {
                changes.push(value(old, new));
            }
        }
    }
}

/// Describes the bits that differ: `5-4 = 0b01` became `0b10`.
fn bits_change(property: &str, old: &str, new: &str) -> Option<Change> {
    let mut runs: Vec<std::ops::Range<usize>> = Vec::new();
    for (index, (old, new)) in old.bytes().zip(new.bytes()).enumerate() {
        match runs.last_mut() {
            _ if old == new => {}
            Some(run) if run.end == index => run.end += 1,
            _ => runs.push(index..index + 1),
        }
    }
    let texts = |text: &dyn Fn(&std::ops::Range<usize>) -> String| {
        runs.iter().map(text).collect::<Vec<String>>().join(", ")
    };
    let places = texts(&|run| match (old.len() - 1 - run.start, old.len() - run.end) {
        (high, low) if high == low => high.to_string(),
        (high, low) => format!("{high}-{low}"),
    });
    let [old, new] = [old, new].map(|digits| texts(&|run| format!("0b{}", &digits[run.clone()])));
    let old = format!("{places} = {old}");
    (!runs.is_empty()).then(|| Change::Value { property: property.to_owned(), old, new })
}

/// Returns the old and new names of encoding fields if only names differ and no name has moved to other bits.
fn renamed_fields(old: &[String], new: &[String]) -> Option<Vec<(String, String)>> {
    if old.len() != new.len() {
        return None;
    }
    let names = |runs: &[String]| -> HashSet<String> {
        runs.iter().filter_map(|run| Some(field_of_run(run)?.0.to_owned())).collect()
    };
    let (old_names, new_names) = (names(old), names(new));
    let mut renamed: Vec<(String, String)> = Vec::new();
    for (old, new) in old.iter().zip(new).filter(|(old, new)| old != new) {
        let ((was, old_bits), (is, new_bits)) = (field_of_run(old)?, field_of_run(new)?);
        let pair = (was.to_owned(), is.to_owned());
        let is_new = |(old, new): &(String, String)| {
            !old_names.contains(new)
                && !new_names.contains(old)
                && renamed.iter().all(|known| (known.0 == *old) == (known.1 == *new))
        };
        if old_bits != new_bits || !is_new(&pair) {
            return None;
        }
        if !renamed.contains(&pair) {
            renamed.push(pair);
        }
    }
    Some(renamed)
}

/// Splits a run of encoding bits in its field name and bits: `rs1` and `{4-0}`. Returns `None` for fixed bits.
fn field_of_run(run: &str) -> Option<(&str, &str)> {
    Some(run.split_at(run.find('{')?)).filter(|(name, _)| !name.is_empty())
}

impl ComparedValue<'_> {
    /// Replaces the numbers of anonymous records in the elements of a list.
    fn with_stable_elements(self) -> Self {
        match self {
            ComparedValue::Elements(elements) => {
                let stable = |element: String| match without_numbers(&element) {
                    Cow::Owned(stable) => stable,
                    Cow::Borrowed(_) => element,
                };
                ComparedValue::Elements(elements.into_iter().map(stable).collect())
            }
            ComparedValue::Text(_)
            | ComparedValue::Set(_)
            | ComparedValue::Ordered(_)
            | ComparedValue::Bits(_)
            | ComparedValue::Encoding(_) => self,
        }
    }

    fn into_text(self) -> String {
        match self {
            ComparedValue::Text(text) | ComparedValue::Bits(text) => text,
            ComparedValue::Set(names) | ComparedValue::Ordered(names) => names.join(", "),
            ComparedValue::Elements(elements) => elements.join(", "),
            ComparedValue::Encoding(runs) => runs.join(" "),
        }
    }
}

pub(super) fn strs(names: &[String]) -> Vec<&str> {
    names.iter().map(String::as_str).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(old: ComparedValue<'_>, new: ComparedValue<'_>) -> Vec<String> {
        let mut changes = Vec::new();
        for_property("encoding", old, new, &mut changes);
        let text = |change| match change {
            Change::Value { property, old, new } => format!("{property}: {old} -> {new}"),
            Change::Members { .. } => String::new(),
        };
        changes.into_iter().map(text).collect()
    }

    #[test]
    fn bits_that_differ_are_listed() {
        let bits = |old: &str, new: &str| {
            change(ComparedValue::Bits(old.to_owned()), ComparedValue::Bits(new.to_owned()))
        };
        assert_eq!(bits("0010", "0100"), ["encoding: 2-1 = 0b01 -> 0b10"]);
        assert_eq!(bits("1010", "0011"), ["encoding: 3, 0 = 0b1, 0b0 -> 0b0, 0b1"]);
        assert_eq!(bits("01", "011"), ["encoding: 01 -> 011"]);
    }

    #[test]
    fn new_names_of_encoding_fields_are_told_apart() {
        let runs =
            |text: &str| ComparedValue::Encoding(text.split(' ').map(str::to_owned).collect());
        let check = |old: &str, new: &str| change(runs(old), runs(new));
        let renamed = check("0b1 rs2{4-0} rs1{4-0} rs2{5}", "0b1 vs2{4-0} rs1{4-0} vs2{5}");
        assert_eq!(renamed, ["encoding fields: rs2 -> vs2"]);
        for new in [
            "0b1 rs1{4-0} rs2{4-0}",
            "0b0 rs2{4-0} rs1{4-0}",
            "0b1 x{4-0} x{4-0}",
            "0b1 x{5-1} rs1{4-0}",
        ] {
            let old = "0b1 rs2{4-0} rs1{4-0}";
            assert_eq!(check(old, new), [format!("encoding: {old} -> {new}")]);
        }
    }
}
