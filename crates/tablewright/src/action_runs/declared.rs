//! Which fields of record views each action reads, on any description.
//!
//! The lists are files beside this one. A test runs the actions over the golden tests and records what they
//! read: it fails where that is not in the lists, and adds it when asked to.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use tablewright_inspect::{ReadClass, ViewFields};

use crate::backends::record_schemas;

/// A line for each action and class: `gen-instr-info Instruction Size mayLoad`.
const READS: &str = include_str!("declared_reads.txt");

/// A line for each field that not all releases have: `Instruction EncodingInfos since 10`.
const RELEASES: &str = include_str!("field_releases.txt");

/// What actions read, by action and class.
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

/// The fields of record views that an action reads on some description, by class. Nothing is declared of the
/// actions that print any description.
pub fn declared_reads(action: &str) -> impl Iterator<Item = (&'static str, &'static str)> + use<> {
    let classes = DECLARED.get(action).into_iter().flatten();
    classes.flat_map(|(&class, fields)| fields.iter().map(move |&field| (class, field)))
}

/// The actions of which it is declared what they read.
pub fn declared_actions() -> impl Iterator<Item = &'static str> {
    DECLARED.keys().copied()
}

/// The classes and fields of all record views.
pub fn view_fields() -> ViewFields<'static> {
    let mut fields = ViewFields::new();
    for (schema, _) in record_schemas() {
        fields.extend(schema.fields.iter().map(|field| (schema.class, field.name)));
    }
    fields
}

/// The classes of all record views, with the releases that have a field.
pub fn read_classes() -> Vec<ReadClass> {
    let mut releases: BTreeMap<(&str, &str), String> = BTreeMap::new();
    for line in RELEASES.lines() {
        if let [class, field, rest @ ..] = &line.split_whitespace().collect::<Vec<_>>()[..] {
            releases.insert((class, field), rest.join(" "));
        }
    }
    let mut classes: Vec<ReadClass> =
        record_schemas().map(|(schema, readers)| ReadClass::of(&schema, readers)).collect();
    classes.sort_by(|a, b| (&a.class, a.readers).cmp(&(&b.class, b.readers)));
    for class in &mut classes {
        // A view may read a field as several types; the first says most about it.
        let mut seen = BTreeSet::new();
        class.fields.retain(|field| seen.insert(field.field.clone()));
        for field in &mut class.fields {
            field.releases = releases.get(&(class.class.as_str(), field.field.as_str())).cloned();
        }
    }
    classes
}

/// The classes that an action reads, with the fields that it reads.
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
