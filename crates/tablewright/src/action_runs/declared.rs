//! The fields of record views that each action may read, on any description.
//!
//! The lists are files beside this module. A test runs the actions on the golden tests and records
//! their reads. It fails if a field is not in the lists, and can be told to add it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use tablewright_inspect::{ReadClass, ViewFields};

use crate::backends::record_schemas;

/// A line per action and class: `gen-instr-info Instruction Size mayLoad`.
const READS: &str = include_str!("declared_reads.txt");

/// A line per field that some releases lack: `Instruction EncodingInfos since 10`.
const RELEASES: &str = include_str!("field_releases.txt");

/// Field names by action and class.
type Declared = BTreeMap<&'static str, BTreeMap<&'static str, BTreeSet<&'static str>>>;

static DECLARED: LazyLock<Declared> = LazyLock::new(|| {
    let mut declared = Declared::new();
    for line in READS.lines() {
        let mut words = line.split_whitespace();
        if let (Some(action), Some(class)) = (words.next(), words.next()) {
            declared.entry(action).or_default().entry(class).or_default().extend(words);
        }
    }
    declared
});

/// Iterates over the fields that an action may read, as pairs (class, field). Nothing is declared
/// for the actions in [`PRINTS_ALL_RECORDS`](super::PRINTS_ALL_RECORDS).
pub fn declared_reads(action: &str) -> impl Iterator<Item = (&'static str, &'static str)> + use<> {
    let classes = DECLARED.get(action).into_iter().flatten();
    classes.flat_map(|(&class, fields)| fields.iter().map(move |&field| (class, field)))
}

/// Iterates over the actions with declared reads.
pub fn declared_actions() -> impl Iterator<Item = &'static str> {
    DECLARED.keys().copied()
}

/// Returns the fields of all record views by class.
pub fn view_fields() -> ViewFields<'static> {
    let mut fields = ViewFields::new();
    for (schema, _) in record_schemas() {
        fields.extend(schema.fields.iter().map(|field| (schema.class, field.name)));
    }
    fields
}

/// Returns the classes of all record views. A field that some releases lack has a release range.
pub fn read_classes() -> Vec<ReadClass> {
    let mut releases: BTreeMap<(&str, &str), String> = BTreeMap::new();
    for line in RELEASES.lines() {
        if let [class, field, release_words @ ..] = &line.split_whitespace().collect::<Vec<_>>()[..]
        {
            releases.insert((class, field), release_words.join(" "));
        }
    }
    let mut classes: Vec<ReadClass> =
        record_schemas().map(|(schema, readers)| ReadClass::new(&schema, readers)).collect();
    classes.sort_by(|a, b| (&a.class, a.readers).cmp(&(&b.class, b.readers)));
    for class in &mut classes {
        // A view may read a field with several types. The first type is the most informative.
        let mut seen = BTreeSet::new();
        class.fields.retain(|field| seen.insert(field.field.clone()));
        for field in &mut class.fields {
            field.releases = releases.get(&(class.class.as_str(), field.field.as_str())).cloned();
        }
    }
    classes
}

/// Returns the classes that an action may read, with these fields only.
pub fn classes_of_action(action: &str) -> Vec<ReadClass> {
    let fields: BTreeSet<(&str, &str)> = declared_reads(action).collect();
    let mut classes = read_classes();
    for ReadClass { class, fields: of_class, .. } in &mut classes {
        of_class.retain(|one| fields.contains(&(class.as_str(), one.field.as_str())));
    }
    classes.retain(|class| !class.fields.is_empty());
    classes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backends::{clang_backends, llvm_backends};

    #[test]
    fn declared_fields_are_those_of_views() {
        let views = view_fields();
        for action in declared_actions() {
            for field in declared_reads(action) {
                assert!(views.contains(&field), "{action} reads {field:?}, which no view has");
            }
        }
    }

    #[test]
    fn declared_actions_exist() {
        let names: BTreeSet<&str> =
            llvm_backends().iter().chain(clang_backends()).map(|backend| backend.name).collect();
        let unknown: Vec<&str> = declared_actions().filter(|name| !names.contains(name)).collect();
        assert!(unknown.is_empty(), "{unknown:?}");
    }

    #[test]
    fn releases_are_those_of_fields_of_views() {
        let views = view_fields();
        for line in RELEASES.lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            assert!(
                matches!(words[..], [class, field, "since" | "until", _] if
                views.contains(&(class, field))),
                "{line}"
            );
        }
    }
}
