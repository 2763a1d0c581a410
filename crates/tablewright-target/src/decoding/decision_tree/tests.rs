//! Trees of small sets of patterns.

use super::*;
use crate::decoding::bit_pattern::tests::pattern;
use expect_test::{Expect, expect};

fn check(encodings: &[&str], expected: Expect) {
    let mut patterns = BitPatterns::new(encodings[0].len() as u32);
    encodings.iter().for_each(|text| patterns.push(&pattern(text)));
    let tree = DecisionTree::new(&patterns, 0..encodings.len() as u32);
    let mut text = String::new();
    show(&tree, tree.root(), encodings, 0, &mut text);
    expected.assert_eq(&text);
}

fn bits(range: BitRange) -> String {
    format!("{{{}-{}}}", range.start + range.len - 1, range.start)
}

fn shown(acceptance: &Acceptance, encodings: &[&str]) -> String {
    let checks = acceptance.checks.iter();
    let checks: String =
        checks.map(|c| format!(" if {} is {:b}", bits(c.range), c.value)).collect();
    format!("{}{checks}\n", encodings[acceptance.encoding as usize])
}

fn show(tree: &DecisionTree, id: DecisionId, encodings: &[&str], depth: usize, out: &mut String) {
    let indent = "  ".repeat(depth);
    match tree.get(id) {
        Decision::Accept(acceptance) => out.push_str(&shown(acceptance, encodings)),
        Decision::Switch { range, cases, otherwise } => {
            out.push_str(&format!("{}\n", bits(*range)));
            for (value, case) in cases {
                out.push_str(&format!("{indent}{value:b}: "));
                show(tree, *case, encodings, depth + 1, out);
            }
            if let Some(otherwise) = otherwise {
                out.push_str(&format!("{indent}else "));
                show(tree, *otherwise, encodings, depth + 1, out);
            }
        }
        Decision::TryFirst { first, otherwise, .. } => {
            out.push_str(&format!("first {}{indent}then ", shown(first, encodings)));
            show(tree, *otherwise, encodings, depth + 1, out);
        }
        Decision::Conflict(conflict) => {
            let names: Vec<&str> = conflict.iter().map(|&e| encodings[e as usize]).collect();
            out.push_str(&format!("conflict {}\n", names.join(" ")));
        }
    }
}

#[test]
fn bits_that_all_know_come_first() {
    check(
        &["00_1", "01_1", "10_0"],
        expect![[r#"
            {3-2}
            0: 00_1 if {0-0} is 1
            1: 01_1 if {0-0} is 1
            10: 10_0 if {0-0} is 0
        "#]],
    );
}

#[test]
fn the_lowest_of_equally_good_ranges_is_tested() {
    check(
        &["0_0_", "1_1_"],
        expect![[r#"
            {1-1}
            0: 0_0_ if {3-3} is 0
            1: 1_1_ if {3-3} is 1
        "#]],
    );
}

#[test]
fn an_encoding_without_the_bits_is_tried_last() {
    check(
        &["_0", "00", "11"],
        expect![[r#"
            {0-0}
            0: first 00 if {1-1} is 0
              then _0
            1: 11 if {1-1} is 1
        "#]],
    );
    check(
        &["__", "00", "11"],
        expect![[r#"
            {1-0}
            0: 00
            11: 11
            else __
        "#]],
    );
}

#[test]
fn equal_encodings_conflict() {
    check(
        &["01", "01", "1_"],
        expect![[r#"
            {1-1}
            0: {0-0}
              1: conflict 01 01
            1: 1_
        "#]],
    );
}

#[test]
fn three_encodings_that_share_no_range_are_tried_one_by_one() {
    // The only range of bits that some know is {2-0}, and none knows all of it.
    check(
        &["_01", "0_1", "01_"],
        expect![[r#"
            first _01 if {1-0} is 1
            then {2-2}
              0: conflict 0_1 01_
        "#]],
    );
}

#[test]
fn a_long_range_is_tested_in_pieces() {
    let (a, b) = ("1".repeat(70), format!("0{}", "1".repeat(69)));
    let mut patterns = BitPatterns::new(70);
    [&a, &b].iter().for_each(|text| patterns.push(&pattern(text)));
    let tree = DecisionTree::new(&patterns, 0..2);
    let Decision::Switch { range, cases, .. } = tree.get(tree.root()) else { panic!("a switch") };
    assert_eq!((range.start, range.len, cases.len()), (64, 6, 2));
    let Decision::Accept(acceptance) = tree.get(cases[0].1) else { panic!("one is left") };
    assert_eq!(
        acceptance.checks,
        [BitCheck { range: BitRange { start: 0, len: 64 }, value: u64::MAX }]
    );
    assert_eq!(tree.path(cases[1].1), [DecisionStep { range: *range, value: Some(0b111111) }]);
}
