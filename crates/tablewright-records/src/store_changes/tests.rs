use super::*;
use crate::reads::{Reads, WholeRead};
use crate::store::RecordStore;
use crate::test_support::store_of;

const CLASSES: &str = "class A<int n> { int X = n; int Y = 0; }\nclass B;\n";

fn recorded(text: &str) -> RecordStore {
    let mut store = store_of(&format!("{CLASSES}{text}"));
    store.record_reads();
    store
}

fn changes(old: &RecordStore, new: &RecordStore) -> StoreChanges {
    let [old, new] = [old, new].map(|store| StoreFingerprint::new(store).expect("it is complete"));
    old.changes_to(&new)
}

/// A name and a function that reads.
type Reader = (&'static str, fn(&RecordStore));

/// Readers by name.
const READERS: [Reader; 13] = [
    ("a.X", |store| _ = store.get("a").map(|a| a.int("X"))),
    ("a.Y", |store| _ = store.get("a").map(|a| a.int("Y"))),
    ("a.Z", |store| _ = store.get("a").map(|a| a.has_field("Z"))),
    ("l.L", |store| _ = store.get("l").map(|l| l.list("L"))),
    ("missing", |store| assert!(store.get("missing").is_none())),
    ("anonymous_0", |store| _ = store.get("anonymous_0")),
    ("list A", |store| _ = store.derived_if_defined("A")),
    ("list B", |store| _ = store.derived_if_defined("B")),
    ("class A", |store| _ = store.get_class("A").map(|class| class.fields())),
    ("classes", |store| _ = store.classes()),
    ("records", |store| _ = store.records()),
    ("globals", |store| _ = store.global("g")),
    ("position", |store| _ = store.get("a").map(|a| a.location().line)),
];

/// Checks which readers an edit affects.
#[track_caller]
fn check(old: &str, new: &str, affected: &[&str]) {
    let [old, new] = [old, new].map(recorded);
    check_stores(&old, &new, affected);
}

#[track_caller]
fn check_stores(old: &RecordStore, new: &RecordStore, affected: &[&str]) {
    let changes = changes(old, new);
    let reads = READERS.map(|(name, read)| (name, old.reads_of(|| read(old)).1));
    let found = reads.iter().filter(|(_, reads)| changes.affect(reads)).map(|(name, _)| *name);
    assert_eq!(found.collect::<Vec<&str>>(), affected);
}

const TEXT: &str = "def a : A<1>; def b : B; def l { list<A> L = [A<7>, A<8>]; } defvar g = 1;";

#[test]
fn an_edit_affects_the_readers_of_its_changes() {
    let edit = |from: &str, to: &str, affected: &[&str]| {
        assert_eq!(TEXT.matches(from).count(), 1, "{from}");
        check(TEXT, &TEXT.replace(from, to), affected);
    };
    edit("def b", "// A comment.\n def b", &["position"]);
    edit("A<1>", "A<2>", &["a.X", "position"]);
    edit("A<1>;", "A<1> { int Z = 0; }", &["a.X", "a.Y", "a.Z", "list A", "position"]);
    edit("def b : B;", "def b : B; def c : B;", &["list B", "records", "position"]);
    edit("def b : B;", "", &["list B", "records", "position"]);
    edit("def b : B;", "def missing : B;", &["missing", "list B", "records", "position"]);
    edit("defvar g = 1", "defvar g = 2", &["globals", "position"]);
    // The list has another anonymous record.
    edit("A<8>", "A<9>", &["l.L", "list A", "records", "position"]);
}

#[test]
fn numbers_of_anonymous_records_affect_readers_of_their_names() {
    let new = TEXT.replace("def b", "def : B; def b");
    check(TEXT, &new, &["anonymous_0", "list B", "records", "position"]);
    let named = |store: &RecordStore| {
        let list = store.get("l").and_then(|l| l.list_of_records("L").ok()).expect("a list");
        list.iter().map(|record| record.name().len()).sum::<usize>()
    };
    let [old, new] = [TEXT, &new].map(recorded);
    assert!(changes(&old, &new).affect(&old.reads_of(|| named(&old)).1));
    // A named record may change places with an anonymous record.
    let text = "def : A<5>; def anonymous_1x : A<6>; ";
    let shifted = &["anonymous_0", "list A", "list B", "records", "position"];
    check(&format!("{text}{TEXT}"), &format!("def : B; {text}{TEXT}"), shifted);
}

#[test]
fn everything_is_affected_if_classes_or_the_order_change() {
    let all = READERS.map(|(name, _)| name);
    check(TEXT, &format!("class C; {TEXT}"), &all);
    check("def a : A<1>; def b : B;", "def b : B; def a : A<1>;", &all);
    // The contents of a class concern its readers and the records of the class.
    let text = format!("{CLASSES}{TEXT}");
    let [old, new] = [text.clone(), text.replace("int Y = 0", "int Y = 1")].map(|text| {
        let mut store = store_of(&text);
        store.record_reads();
        store
    });
    let affected =
        ["a.Y", "l.L", "anonymous_0", "list A", "class A", "classes", "records", "position"];
    check_stores(&old, &new, &affected);
}

#[test]
fn values_are_equal_in_both_versions() {
    let values = "def r { bits<4> K = 5; bits<70> W = 0; dag D = (l 1:$x, [a], \"s\", [{c}]); code C = [{c}]; }\n\
                  class E<int n> { bits<4> n4 = n; bits<4> I; let I{1-0} = n4{1-0}; bits<2> v; let I{3-2} = v; }\n\
                  def e : E<3>; def f { A x = A<3>; list<A> y = [A<3>, A<4>]; dag z = (a (b A<3>)); }";
    let [old, new] = ["", "def first { string s = \"new\"; int i = !add(1, 2); }\n"]
        .map(|first| recorded(&format!("{CLASSES}{first}{TEXT}{values}").replacen(CLASSES, "", 1)));
    let changes = changes(&old, &new);
    for name in ["r", "e", "f", "l"] {
        let (_, reads) = old.reads_of(|| old.get(name).map(|record| record.values().len()));
        assert!(!changes.affect(&reads), "{name}");
    }
}

#[test]
fn reads_are_carried_through_several_edits() {
    let text = |first: &str, last: i32| {
        recorded(&format!(
            "{first} def a : A<1>; def b : B; def l {{ list<A> L = [A<7>]; }} def z {{ int Z = {last}; }}"
        ))
    };
    let versions = [
        text("", 0),
        text("def first { int One = 1; }", 0),
        text("def first { int One = 1; int Two = 2; }", 1),
        text("", 2),
        text("", 2),
    ];
    let read = |store: &RecordStore, name: &str, field: &str| -> Reads {
        store.reads_of(|| store.get(name).map(|record| record.value(field).is_ok())).1
    };
    for (name, field, affected_by) in [("a", "X", None), ("l", "L", None), ("z", "Z", Some(1))] {
        let mut reads = read(&versions[0], name, field);
        for (edit, pair) in versions.windows(2).enumerate() {
            let changes = changes(&pair[0], &pair[1]);
            let is_affected = changes.affect(&reads);
            assert_eq!(is_affected, affected_by == Some(edit), "{name} {edit}");
            if is_affected {
                break;
            }
            reads = changes.carry(reads);
            assert!(reads.has_field(pair[1].get(name).expect("it is defined"), field), "{name}");
            assert!(!reads.has_whole(WholeRead::Records));
        }
    }
}

#[test]
fn a_shared_store_is_recorded_before_it_is_read() {
    let store = store_of("def a { int X = 1; }");
    assert!(store.record_first_reads());
    assert!(!store.record_first_reads());
    let read = store_of("def a { int X = 1; }");
    assert_eq!(read.get("a").map(|a| a.int("X")), Some(Ok(1)));
    assert!(!read.record_first_reads());
}
