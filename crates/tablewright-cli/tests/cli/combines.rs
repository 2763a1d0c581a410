//! `tablewright combines`.

use crate::{Dir, Ran};
use expect_test::{Expect, expect};

/// Where the classes are that rules are described with.
const CLASSES: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../tablewright-test-support/td -I ",
    env!("CARGO_MANIFEST_DIR"),
    "/../../tests/data/global-isel-combiner"
);

const TARGET: &str = r#"include "classes.td"
def wide : GICombinePatFrag<(outs root:$dst, $x), (ins), [
  (pattern (G_ZEXT $dst, $x)), (pattern (G_SEXT $dst, $x), "return isSmall(${x});")
]>;
def Data : GIDefMatchData<"int">;
def add_zero : GICombineRule<(defs root:$dst), (match (G_ADD $dst, $x, 0)), (apply (COPY $dst, $x))>;
def add_one : GICombineRule<(defs root:$dst), (match (G_ADD $dst, $x, 1)),
                            (apply (G_ADD $tmp, $x, 2), (G_SUB $dst, $tmp, 1))>;
def add_wide : GICombineRule<(defs root:$dst), (match (wide $y, $x):$ext, (G_ADD $dst, i32:$y, $z)),
                             (apply (G_ADD $dst, $z, $y))>;
def any : GICombineRule<(defs root:$mi, Data:$data), (match (wip_match_opcode G_ADD, G_SUB):$mi,
  [{ return find(*${mi},
                 ${data}); }]), (apply "apply(*${mi}, ${data});")>;
def Combiner : GICombiner<"ToyCombiner", [add_zero, add_one, add_wide, any]>;
def Other : GICombiner<"OtherCombiner", [add_zero]>;
"#;

fn combines(options: &str) -> Ran {
    Dir::with(TARGET).run(&format!("combines -I {CLASSES} {options} a.td"))
}

fn check(options: &str, expected: Expect) {
    expected.assert_eq(&combines(options).ok());
}

#[test]
fn combiners_are_shown_with_their_rules() {
    check("", expect![[r#""#]]);
}

#[test]
fn a_rule_is_shown_with_its_patterns() {
    check("--rule add_one --rule any --combiner Combiner", expect![[r#""#]]);
}

#[test]
fn a_fragment_is_shown_with_its_alternatives() {
    check("--rule add_wide", expect![[r#""#]]);
}

#[test]
fn rules_overlap_unless_their_checks_contradict_each_other() {
    check("--overlaps", expect![[r#""#]]);
}

#[test]
fn overlaps_of_a_rule_are_shown() {
    check("--overlaps --rule add_zero", expect![[r#""#]]);
}

#[test]
fn a_rule_is_a_graph() {
    check("--rule add_wide -f dot", expect![[r#""#]]);
}

#[test]
fn overlaps_are_a_graph() {
    check("--overlaps --combiner Combiner -f dot", expect![[r#""#]]);
}

#[test]
fn a_rule_is_an_object() {
    check("--rule add_wide -f json", expect![[r#""#]]);
}

#[test]
fn overlaps_are_objects() {
    check("--overlaps --rule add_one -f json", expect![[r#""#]]);
}

#[test]
fn unknown_names_get_a_suggestion() {
    let error = combines("--rule ad_one").failed();
    assert_eq!(error, "error: there is no rule 'ad_one'\nnote: did you mean 'add_one'?\n");
    let error = combines("--combiner Combine").failed();
    assert_eq!(error, "error: there is no combiner 'Combine'\nnote: did you mean 'Combiner'?\n");
}

#[test]
fn a_graph_of_all_rules_is_not_drawn() {
    let error = combines("-f dot").failed();
    assert_eq!(error, "error: --format dot needs --rule or --overlaps\n");
}
