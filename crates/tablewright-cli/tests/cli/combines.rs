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
def wide : GICombinePatFrag<(outs root:$dst), (ins $x), [
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
    check(
        "",
        expect![[r#"
        Combiner: 4 rules, 6 in the table

           0  add_zero: G_ADD
           1  add_one: G_ADD
           2  add_wide: G_ADD
           3  any: G_ADD, G_SUB

        Other: 1 rule, 1 in the table

           0  add_zero: G_ADD
    "#]],
    );
}

#[test]
fn a_rule_is_shown_with_its_patterns() {
    check(
        "--rule add_one --rule any --combiner Combiner",
        expect![[r#"
        add_one, rule 1 of Combiner, a.td:7
          match
            $dst = G_ADD $x, 1   <- root
          apply
            GITypeOf<$dst>:$tmp = G_ADD $x, (GITypeOf<$dst> 2)
            $dst = G_SUB GITypeOf<$dst>:$tmp, (GITypeOf<$dst> 1)   <- root

        any, rule 3 of Combiner, a.td:11
          2 rules in the table
          hands on $data: int
          match
            one of G_ADD, G_SUB   <- root
            C++ return find(*${mi},
              ${data});
          apply
            C++ apply(*${mi}, ${data});
    "#]],
    );
}

#[test]
fn a_fragment_is_shown_with_its_alternatives() {
    check(
        "--rule add_wide",
        expect![[r#"
        add_wide, rule 2 of Combiner, a.td:9
          2 rules in the table
          match
            i32:$y = wide $x
              | $dst = G_ZEXT $x
              | $dst = G_SEXT $x; C++ return isSmall(${x});
            $dst = G_ADD i32:$y, $z   <- root
          apply
            $dst = G_ADD $z, i32:$y   <- root
    "#]],
    );
}

#[test]
fn rules_overlap_unless_their_checks_contradict_each_other() {
    check(
        "--overlaps",
        expect![[r#"
        Combiner: overlapping pairs of rules: 5

          G_ADD
            3 any before 1 add_one
            3 any before 2 add_wide
            1 add_one before 2 add_wide
            3 any before 0 add_zero
            2 add_wide before 0 add_zero

        Other: overlapping pairs of rules: 0
    "#]],
    );
}

#[test]
fn overlaps_of_a_rule_are_shown() {
    check(
        "--overlaps --rule add_zero",
        expect![[r#"
        Combiner: overlapping pairs of rules: 2

          G_ADD
            3 any before 0 add_zero
            2 add_wide before 0 add_zero

        Other: overlapping pairs of rules: 0
    "#]],
    );
}

#[test]
fn a_rule_is_a_graph() {
    check(
        "--rule add_wide -f dot",
        expect![[r#"
        digraph combines {
          node [shape = box];
          subgraph "cluster Combiner.2" {
            label = "add_wide";
            subgraph "cluster Combiner.2.match" {
              label = "match";
              "Combiner.2.match.0" [label = "i32:$y = wide $x\n| $dst = G_ZEXT $x\n| $dst = G_SEXT $x; C++ return isSmall(${x});"];
              "Combiner.2.match.1" [label = "$dst = G_ADD i32:$y, $z", peripheries = 2];
            }
            subgraph "cluster Combiner.2.apply" {
              label = "apply";
              "Combiner.2.apply.0" [label = "$dst = G_ADD $z, i32:$y", peripheries = 2];
            }
            "Combiner.2.match.1" -> "Combiner.2.match.0" [label = "$y"];
            "Combiner.2.apply.0" -> "Combiner.2.match.0" [label = "$y"];
          }
        }
    "#]],
    );
}

#[test]
fn overlaps_are_a_graph() {
    check(
        "--overlaps --combiner Combiner -f dot",
        expect![[r#"
        digraph overlaps {
          "Combiner.any" -> "Combiner.add_one" [label = "G_ADD"];
          "Combiner.any" -> "Combiner.add_wide" [label = "G_ADD"];
          "Combiner.add_one" -> "Combiner.add_wide" [label = "G_ADD"];
          "Combiner.any" -> "Combiner.add_zero" [label = "G_ADD"];
          "Combiner.add_wide" -> "Combiner.add_zero" [label = "G_ADD"];
        }
    "#]],
    );
}

#[test]
fn a_rule_is_an_object() {
    check(
        "--rule add_wide -f json",
        expect![[r#"
            {
              "report": "combines",
              "version": 2,
              "rules": [
                {
                  "combiner": "Combiner",
                  "name": "add_wide",
                  "number": 2,
                  "location": {
                    "file": "a.td",
                    "line": 9,
                    "column": 5
                  },
                  "match_data": [],
                  "match": [
                    {
                      "kind": "fragment",
                      "name": "ext",
                      "is_root": false,
                      "operator": "wide",
                      "operands": [
                        {
                          "name": "y",
                          "type": "i32",
                          "immediate": null,
                          "is_def": true
                        },
                        {
                          "name": "x",
                          "type": null,
                          "immediate": null,
                          "is_def": false
                        }
                      ],
                      "alternatives": [
                        [
                          {
                            "kind": "instruction",
                            "name": "__wide_alt0_pattern_0",
                            "is_root": false,
                            "operator": "G_ZEXT",
                            "operands": [
                              {
                                "name": "dst",
                                "type": null,
                                "immediate": null,
                                "is_def": true
                              },
                              {
                                "name": "x",
                                "type": null,
                                "immediate": null,
                                "is_def": false
                              }
                            ]
                          }
                        ],
                        [
                          {
                            "kind": "instruction",
                            "name": "__wide_alt1_pattern_0",
                            "is_root": false,
                            "operator": "G_SEXT",
                            "operands": [
                              {
                                "name": "dst",
                                "type": null,
                                "immediate": null,
                                "is_def": true
                              },
                              {
                                "name": "x",
                                "type": null,
                                "immediate": null,
                                "is_def": false
                              }
                            ]
                          },
                          {
                            "kind": "code",
                            "name": "__wide_alt1_pattern_1",
                            "is_root": false,
                            "code": "return isSmall(${x});"
                          }
                        ]
                      ]
                    },
                    {
                      "kind": "instruction",
                      "name": "__add_wide_match_1",
                      "is_root": true,
                      "operator": "G_ADD",
                      "operands": [
                        {
                          "name": "dst",
                          "type": null,
                          "immediate": null,
                          "is_def": true
                        },
                        {
                          "name": "y",
                          "type": "i32",
                          "immediate": null,
                          "is_def": false
                        },
                        {
                          "name": "z",
                          "type": null,
                          "immediate": null,
                          "is_def": false
                        }
                      ]
                    }
                  ],
                  "apply": [
                    {
                      "kind": "instruction",
                      "name": "__add_wide_apply_0",
                      "is_root": true,
                      "operator": "G_ADD",
                      "operands": [
                        {
                          "name": "dst",
                          "type": null,
                          "immediate": null,
                          "is_def": true
                        },
                        {
                          "name": "z",
                          "type": null,
                          "immediate": null,
                          "is_def": false
                        },
                        {
                          "name": "y",
                          "type": "i32",
                          "immediate": null,
                          "is_def": false
                        }
                      ]
                    }
                  ],
                  "permutations": 2
                }
              ]
            }
        "#]],
    );
}

#[test]
fn overlaps_are_objects() {
    check(
        "--overlaps --rule add_one -f json",
        expect![[r#"
            {
              "report": "combines-overlaps",
              "version": 2,
              "overlaps": [
                {
                  "combiner": "Combiner",
                  "opcode": "G_ADD",
                  "first": "any",
                  "second": "add_one"
                },
                {
                  "combiner": "Combiner",
                  "opcode": "G_ADD",
                  "first": "add_one",
                  "second": "add_wide"
                }
              ]
            }
        "#]],
    );
}

#[test]
fn unknown_names_get_a_suggestion() {
    let error = combines("--rule ad_one").failed();
    assert_eq!(error, "error: unknown rule 'ad_one'\nnote: did you mean 'add_one'?\n");
    let error = combines("--combiner Combine").failed();
    assert_eq!(error, "error: unknown combiner 'Combine'\nnote: did you mean 'Combiner'?\n");
}

#[test]
fn a_graph_of_all_rules_is_not_drawn() {
    let error = combines("-f dot").failed();
    assert_eq!(error, "error: --format dot needs --rule or --overlaps\n");
}
