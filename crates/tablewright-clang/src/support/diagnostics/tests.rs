//! Groups, categories and `-Wpedantic` of descriptions of a few lines.

use expect_test::{Expect, expect};
use tablewright_text::{TextSink, append};

use super::category::Categories;
use super::pedantic::Pedantic;
use super::*;
use tablewright_test_support::store_of;

/// The classes of `Diagnostic.td`, as far as groups need them.
const CLASSES: &str = r#"
class DiagClass; def CLASS_WARNING : DiagClass; def CLASS_EXTENSION : DiagClass;
class Severity<string name> { string Name = name; }
def WARNING : Severity<"Warning">; def IGNORED : Severity<"Ignored">;
class DiagGroup<string name, list<DiagGroup> subgroups = []> {
  string GroupName = name; list<DiagGroup> SubGroups = subgroups; string CategoryName = "";
}
class Diagnostic<DiagClass kind, Severity severity> {
  DiagClass Class = kind; Severity DefaultSeverity = severity;
  DiagGroup Group = ?; string CategoryName = ""; string Component = "";
}
class Warning : Diagnostic<CLASS_WARNING, WARNING>;
class Extension : Diagnostic<CLASS_EXTENSION, IGNORED>;
class InGroup<DiagGroup group> { DiagGroup Group = group; }
"#;

/// Prints the groups in order with their subgroups and diagnostics, the groups implied by `-Wpedantic`, the diagnostics
/// with a category, and errors.
fn check(input: &str, expected: Expect) {
    let store = store_of(&format!("{CLASSES}{input}"));
    let mut diagnostics = Diagnostics::new();
    let mut text = String::new();
    match store.analysis::<Catalogue>(&mut diagnostics) {
        Ok(catalogue) => show(&store, catalogue, &mut text),
        Err(AnalysisError::Diagnostic(error)) => append!(
            &mut text,
            "error: ",
            error.message,
            "
"
        ),
        Err(AnalysisError::Reported) => text.push_str("errors are reported\n"),
    }
    for diagnostic in diagnostics.iter() {
        append!(
            &mut text,
            "reported: ",
            diagnostic.message,
            "
"
        );
    }
    expected.assert_eq(&text);
}

fn show(store: &RecordStore, catalogue: &Catalogue, out: &mut String) {
    let name = |id: DiagnosticId| store.record(catalogue.diagnostics[id].record).name();
    for (id, group) in catalogue.groups.iter_enumerated() {
        append!(out, id.index(), " ", store.str(group.name), ":");
        for subgroup in &group.subgroups {
            append!(out, " ", subgroup.index());
        }
        for &diagnostic in &group.diagnostics {
            append!(out, " ", name(diagnostic));
        }
        out.push('\n');
    }
    let pedantic: &Pedantic = store.analysis(&mut Diagnostics::new()).expect("no error");
    append!(out, "pedantic:");
    for group in &pedantic.groups {
        append!(out, " ", group.index());
    }
    for &diagnostic in &pedantic.diagnostics {
        append!(out, " ", name(diagnostic));
    }
    out.push('\n');
    let categories: &Categories = store.analysis(&mut Diagnostics::new()).expect("no error");
    for (id, &number) in categories.of_diagnostics.iter_enumerated() {
        if number > 0 {
            writeln!(out, "{}: {number} {}", name(id), store.str(categories.names[number - 1]));
        }
    }
}

#[test]
fn groups_are_numbered_by_name_and_diagnostics_by_record() {
    check(
        r#"
        def Zero : DiagGroup<"b">;
        def One : DiagGroup<"a", [Zero]>;
        def warn_2 : Warning, InGroup<Zero>;
        def warn_1 : Warning, InGroup<Zero>;
        def warn_0 : Warning;
        "#,
        expect![[r#"
            0 a: 1
            1 b: warn_1 warn_2
            pedantic:
        "#]],
    );
}

#[test]
fn pedantic_implies_extensions_that_are_off() {
    check(
        r#"
        def P : DiagGroup<"pedantic">;
        def ext_on : Extension { let DefaultSeverity = WARNING; }
        def ext_off : Extension;
        def warn_off : Warning { let DefaultSeverity = IGNORED; }
        "#,
        expect![[r#"
            0 pedantic:
            pedantic: ext_off
        "#]],
    );
}

#[test]
fn a_group_is_implied_as_a_whole_or_by_its_members() {
    check(
        r#"
        def P : DiagGroup<"pedantic">;
        def Whole : DiagGroup<"whole">;
        def Mixed : DiagGroup<"mixed">;
        def ext_1 : Extension, InGroup<Whole>;
        def ext_2 : Extension, InGroup<Whole>;
        def ext_3 : Extension, InGroup<Mixed>;
        def warn : Warning, InGroup<Mixed>;
        "#,
        expect![[r#"
            0 mixed: ext_3 warn
            1 pedantic:
            2 whole: ext_1 ext_2
            pedantic: 2 ext_3
        "#]],
    );
}

#[test]
fn a_group_comes_with_its_implied_parent() {
    check(
        r#"
        def P : DiagGroup<"pedantic">;
        def Child : DiagGroup<"child">;
        def Parent : DiagGroup<"parent", [Child]>;
        def ext : Extension, InGroup<Child>;
        "#,
        expect![[r#"
            0 child: ext
            1 parent: 0
            2 pedantic:
            pedantic: 1
        "#]],
    );
}

#[test]
fn members_of_a_group_within_pedantic_are_implied_by_themselves() {
    check(
        r#"
        def Inner : DiagGroup<"inner">;
        def P : DiagGroup<"pedantic", [Inner]>;
        def ext : Extension, InGroup<Inner>;
        "#,
        expect![[r#"
            0 inner: ext
            1 pedantic: 0
            pedantic: ext
        "#]],
    );
}

#[test]
fn a_category_comes_from_the_group_then_its_ancestors_then_the_diagnostic() {
    check(
        r#"
        def Inner : DiagGroup<"inner">;
        def Outer : DiagGroup<"outer", [Inner]> { let CategoryName = "Outer"; }
        def warn_a : Warning { let CategoryName = "Own"; }
        def warn_b : Warning, InGroup<Inner> { let CategoryName = "Own"; }
        def warn_c : Warning;
        "#,
        expect![[r#"
            0 inner: warn_b
            1 outer: 0
            pedantic:
            warn_a: 1 Own
            warn_b: 2 Outer
        "#]],
    );
}

#[test]
fn definitions_of_one_name_are_merged_and_reported() {
    check(
        r#"
        def A : DiagGroup<"a">;
        def B : DiagGroup<"a">;
        def warn : Warning, InGroup<A>;
        "#,
        expect![[r#"
            0 a: warn
            pedantic:
            reported: group 'a' is defined more than once
        "#]],
    );
}

#[test]
fn a_group_cannot_be_its_own_subgroup() {
    check(
        r#"
        def A : DiagGroup<"a"> { let SubGroups = [A]; }
        "#,
        expect![[r#"
            error: group `A' is its own subgroup
        "#]],
    );
}
