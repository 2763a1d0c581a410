//! Semantic differences between two descriptions.
//!
//! In: the records of an old and a new description. Out: [`Changes`]. They list added, removed and
//! changed records, field by field, with the `let`, class or `def` that set each field. They also
//! list the effects on the target: encodings, operands, flags, registers, patterns, schedules and
//! features, as compared by [`export`](crate::export). Comments, layout and the numbers of
//! anonymous records do not matter. The order of definitions changes no record but can change
//! outputs, so it is reported separately.

mod anonymous;
mod entries;
mod fingerprint;
mod outputs;
mod records;
mod renames;
mod target;
mod unused_intrinsics;

use serde::Serialize;
use tablewright_records::RecordStore;

pub use entries::{
    AddedGroup, Change, ChangedEntry, ComparedValue, Entry, ListChanges, ListProblem,
    compare_entries,
};
pub use outputs::{
    ChangedOutput, OutputChanges, OutputSide, ReadChange, WhatChanged, read_changes,
};
pub use records::{ChangedField, ChangedRecord, RecordChanges, RecordSummary, SetValue};
pub use renames::Renamed;

/// The format version. It increases when a member is removed or changes its meaning, not when a
/// member is added.
pub const VERSION: u32 = 2;

/// All changes.
#[derive(Clone, Debug, Serialize)]
pub struct Changes {
    /// [`VERSION`].
    pub version: u32,
    /// Changes to records.
    pub records: RecordChanges,
    /// Changes to the target, without unchanged lists. Empty for a description without a target.
    pub target: Vec<ListChanges>,
    /// Changes to MLIR dialects, which another crate computes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dialects: Vec<ListChanges>,
    /// Whether the records in both descriptions are defined in another order. Most actions sort
    /// their output; [`outputs`](Changes::outputs) lists the affected outputs.
    pub is_reordered: bool,
    /// Changes to action outputs, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outputs: Option<OutputChanges>,
}

impl Changes {
    /// Whether at most comments and layout have changed.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty() && self.target.is_empty()
    }
}

/// Compares two descriptions.
pub fn compare(old: &RecordStore, new: &RecordStore) -> Changes {
    let records = records::compare(old, new);
    let is_target = |store: &RecordStore| !store.derived_if_defined("Target").is_empty();
    let target = if records.is_empty() || !(is_target(old) && is_target(new)) {
        Vec::new()
    } else {
        target::compare(old, new)
    };
    let is_reordered = is_reordered(old, new);
    Changes { version: VERSION, records, target, dialects: Vec::new(), is_reordered, outputs: None }
}

/// Whether named records in both descriptions are defined in another order.
fn is_reordered(old: &RecordStore, new: &RecordStore) -> bool {
    shared_in_order(old, new) != shared_in_order(new, old)
}

/// Returns the names in `store` that are also in `other`, in definition order.
fn shared_in_order(store: &RecordStore, other: &RecordStore) -> Vec<String> {
    let is_shared = |name: &str| other.find_record(name).is_some();
    let records = store.records().filter(|record| !record.is_anonymous());
    let mut names: Vec<(u32, String)> = records
        .filter(|record| is_shared(record.name()))
        .map(|record| (record.sequence(), record.name().to_owned()))
        .collect();
    names.sort_unstable();
    names.into_iter().map(|(_, name)| name).collect()
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use tablewright_test_support::Description;

    use super::*;

    #[track_caller]
    fn check(old: &str, new: &str, expected: Expect) {
        let [old, new] = [old, new].map(|text| Description::new(text).store());
        let changes = compare(&old, &new);
        let mut text = String::new();
        let records = &changes.records;
        for (sign, list) in [("+", &records.added), ("-", &records.removed)] {
            for record in list {
                text.push_str(&format!("{sign} {} {:?}\n", record.name, record.classes));
            }
        }
        for record in &records.changed {
            for field in &record.fields {
                let [old, new] = [&field.old, &field.new].map(|side| match side {
                    Some(set) => format!("{} at {}", set.value, set.location.line),
                    None => "none".to_owned(),
                });
                text.push_str(&format!("{}.{}: {old} -> {new}\n", record.name, field.name));
            }
            for class in &record.classes_added {
                text.push_str(&format!("{} now inherits {class}\n", record.name));
            }
            for class in &record.classes_removed {
                text.push_str(&format!("{} no longer inherits {class}\n", record.name));
            }
        }
        expected.assert_eq(&text);
    }

    const CLASSES: &str = "class A<int x> { int X = x; list<A> L = []; }\nclass B;\n";

    #[test]
    fn comments_layout_and_order_of_definitions_change_nothing() {
        check(
            "class A<int x> { int X = x; }\ndef a : A<1>; def b : A<2>;",
            "// A class.\nclass A<int x> {\n  int X = x;\n}\ndef b : A<2>;\n\ndef a : A<1>;",
            expect![[""]],
        );
    }

    #[test]
    fn another_order_of_definitions_is_told() {
        let is_reordered = |old: &str, new: &str| {
            let [old, new] = [old, new].map(|text| Description::new(text).store());
            compare(&old, &new).is_reordered
        };
        assert!(is_reordered("def a; def b; def c;", "def b; def a; def d;"));
        assert!(!is_reordered("def a; def b; def c;", "def d; def a; def c;"));
    }

    #[test]
    fn a_changed_field_says_what_set_it() {
        check(
            &format!("{CLASSES}def a : A<1>;\ndef b : A<1>;\ndef c;"),
            &format!("{CLASSES}def a : A<1>, B;\nlet X = 5 in\ndef b : A<1>;\ndef d;"),
            expect![[r#"
                + d []
                - c []
                a now inherits B
                b.X: 1 at 1 -> 5 at 4
            "#]],
        );
    }

    #[test]
    fn anonymous_records_are_matched_by_what_they_are() {
        check(
            &format!("{CLASSES}def a {{ list<A> l = [A<1>, A<2>]; }}"),
            &format!("{CLASSES}def z {{ A f = A<7>; }}\ndef a {{ list<A> l = [A<1>, A<2>]; }}"),
            expect![[r#"
                + z []
                + anonymous_0 ["A"]
            "#]],
        );
    }

    #[test]
    fn a_changed_anonymous_record_is_paired_with_the_one_that_is_most_like_it() {
        let class = "class P<int x, int y, int z> { int X = x; int Y = y; int Z = z; }\n";
        check(
            &format!("{class}def : P<1, 2, 3>;\ndef : P<4, 5, 6>;"),
            &format!("{class}def : P<4, 5, 6>;\ndef : P<1, 2, 9>;"),
            expect![[r#"
                anonymous_1.Z: 3 at 1 -> 9 at 1
            "#]],
        );
    }

    /// A `defm` without a name numbers its records: `anonymous_0_A`, and after another anonymous record `anonymous_1_A`.
    #[test]
    fn numbers_in_names_and_values_change_nothing() {
        let multi = "class T<string s> { string S = s; }\n\
                     multiclass M<string s> { def _A : T<s # NAME>; def _B : T<s>; }\n";
        check(
            &format!("{multi}{CLASSES}defm : M<\"x\">; def user {{ list<A> l = [A<1>]; }}"),
            &format!(
                "{multi}{CLASSES}def : A<5>; def : A<6>; defm : M<\"x\">; def user {{ list<A> l = [A<1>]; }}"
            ),
            expect![[r#"
                + anonymous_0 ["A"]
                + anonymous_1 ["A"]
            "#]],
        );
        check(
            &format!(
                "{multi}{CLASSES}defm : M<\"x\">; def user {{ A a = A<1>; string s = \"old\"; }}"
            ),
            &format!(
                "{multi}{CLASSES}def : A<5>; defm : M<\"y\">; def user {{ A a = A<2>; string s = \"new\"; }}"
            ),
            expect![[r#"
                + anonymous_1_A ["T"]
                + anonymous_1_B ["T"]
                + anonymous_2 ["A"]
                - anonymous_0_A ["T"]
                - anonymous_0_B ["T"]
                anonymous_0.X: 1 at 3 -> 5 at 3
                user.a.X: 1 at 3 -> 2 at 3
                user.s: "old" at 5 -> "new" at 5
            "#]],
        );
    }

    #[test]
    fn fields_of_anonymous_records_in_values_are_compared() {
        let classes = "class In<int x> { int X = x; list<int> L = []; }\n\
                       class Out<In i> { In I = i; }\n";
        check(
            &format!(
                "{classes}def a {{ Out o = Out<In<1>>; list<In> l = [In<3>, In<4>, In<5>]; }}"
            ),
            &format!(
                "{classes}def a {{ Out o = Out<In<2>>; list<In> l = [In<3>, In<7>, In<5>]; }}"
            ),
            expect![[r#"
                + anonymous_1 ["Out"]
                - anonymous_1 ["Out"]
                a.o.I.X: 1 at 1 -> 2 at 1
                a.l[1].X: 4 at 1 -> 7 at 1
                anonymous_0.X: 1 at 1 -> 2 at 1
                anonymous_3.X: 4 at 1 -> 7 at 1
            "#]],
        );
        // Another number of elements, or another class, is shown as a whole.
        check(
            &format!(
                "{classes}class Sub<int x> : In<x>; def a {{ In i = In<1>; list<In> l = [In<3>]; }}"
            ),
            &format!(
                "{classes}class Sub<int x> : In<x>; def a {{ In i = Sub<1>; list<In> l = [In<3>, In<4>]; }}"
            ),
            expect![[r#"
                + anonymous_0 ["Sub"]
                a.i: anonymous In at 3 -> anonymous Sub at 3
                a.l: [anonymous In] at 3 -> [anonymous In, anonymous In] at 3
                anonymous_2.X: 1 at 1 -> 4 at 1
            "#]],
        );
    }

    #[test]
    fn intrinsics_of_other_targets_are_marked() {
        let unused = |text: &str| {
            let text = format!(
                "class Target; class Ty<int n> {{ int N = n; }}\n\
                 class Intrinsic<list<Ty> t> {{ list<Ty> Types = t; }}\n{text}"
            );
            Description::new(&text).store()
        };
        let old = unused("def T : Target;");
        let new = unused(
            "def T : Target; def int_a : Intrinsic<[Ty<1>]>; def int_b : Intrinsic<[Ty<2>]>;\n\
             def user { dag pattern = (int_b 1); }",
        );
        let changes = compare(&old, &new);
        let unused = changes.records.added.iter().filter(|record| record.is_of_unused_intrinsic);
        let names: Vec<&str> = unused.map(|record| record.name.as_str()).collect();
        assert_eq!(names, ["int_a", "anonymous_0"]);
    }

    #[test]
    fn a_record_that_mentions_itself_is_compared() {
        check(
            "class R { R next = ?; int X = 1; }\ndef a : R { let next = a; }\ndef b : R;",
            "class R { R next = ?; int X = 2; }\ndef a : R { let next = a; }\ndef b : R;",
            expect![[r#"
                a.X: 1 at 1 -> 2 at 1
                b.X: 1 at 1 -> 2 at 1
            "#]],
        );
    }
}
